# The analysis of a match that is over.

analysis-title = Analysis
analysis-ask = Analyse
analysis-running = Analysing: { $done } of { $of } positions.
analysis-lost = The analysis was interrupted after { $done } of { $of } positions.
analysis-resume = Go on with the analysis
refusal-already-analysing = Another game of yours is being analysed. Try again when that is done.
refusal-not-analysed = This game has not been analysed yet.

# What a position is worth
analysis-first-player = the first player
analysis-second-player = the second player
analysis-even = About even
analysis-slightly-better = Slightly better for { $side }
analysis-better = Better for { $side }
analysis-winning = Winning for { $side }
analysis-wins-in = A win for { $side } in { $count ->
    [one] one move
   *[other] { $count } moves
}
analysis-wins = A win for { $side }
analysis-has-won = Won by { $side }
analysis-drawn = A draw with best play
analysis-exact = exact

# The marks of moves: in the list of moves, and as a line with the better move
analysis-inaccuracy = inaccuracy
analysis-mistake = mistake
analysis-blunder = blunder
analysis-better-than-inaccuracy = Inaccuracy. Better was { $move }.
analysis-better-than-mistake = Mistake. Better was { $move }.
analysis-better-than-blunder = Blunder. Better was { $move }.
analysis-inaccuracies = Inaccuracies
analysis-mistakes = Mistakes
analysis-blunders = Blunders

# The graph, the lines, and the same as a table
analysis-graph = Winning chances: { $side }
analysis-graph-about = From the starting position on the left to the last on the right. The top is a win for { $side }, the bottom one for the other side. The same figures are in the table below.
analysis-lines = The engine’s lines
analysis-more = Three best lines
analysis-play = Play on from here
analysis-as-table = As a table
analysis-move = Move
analysis-value = Value
analysis-percent = { $percent } %

# Moves that are tried from a position of the match.
analysis-try = Make moves on the board to try a variation.
analysis-looking = The engine is looking …
analysis-variation = Variation.
analysis-variation-end = Back to the game
refusal-variation-too-long = A variation has at most { $most } moves. Go back to an earlier one.
