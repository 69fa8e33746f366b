# Refusals in a match, and ends of a match that do not follow from the rules of its game.

refusal-stale = The game has gone on since this page was loaded. This is how it stands now.
refusal-over = This game is over.
refusal-not-over = This game is still going on: finish it or resign first.
refusal-not-your-turn = It is not your turn.
refusal-not-a-player = You are looking at somebody else’s game: only its players can do that.
refusal-nothing-to-take-back = You have not moved yet: there is nothing to take back.
refusal-no-agreement = A draw cannot be agreed in this game: play it to its end, or resign.
refusal-draw-declined = No draw: your opponent would rather play on.
refusal-not-against-people = That works only against the computer.
refusal-unreadable = That is not a move here. Choose one on the board, or type it as it would appear in the list of moves.
result-resigned = { $loser } resigned: { $winner } won.
# $other could not have won by any sequence of moves.
result-resigned-drawn = Draw: { $loser } resigned, but { $other } could no longer have won.
# After "The game was stopped without a result."
result-unplayed = It was given up before the player’s first move.
result-agreed = Draw by agreement.
# The same in a few words, after "You lost:" or "Draw:"
result-brief-resigned = resignation
result-brief-resigned-drawn = { $loser } resigned, but { $other } could no longer have won
result-brief-agreed = by agreement
result-too-long = Draw: a game ends after { $moves } moves by each side.
result-engine-failed = The game ended without a result, because the computer could not go on.
result-ended = The game is over.
