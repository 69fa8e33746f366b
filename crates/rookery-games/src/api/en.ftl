# Texts that all games share.

## Levels

level-1 = Beginner
level-2 = Novice
level-3 = Casual
level-4 = Club
level-5 = Strong
level-6 = Expert
level-7 = Master
level-8 = Champion
# A level as an opponent: the line on the card from which it is chosen
level-character-1 = Has only just learnt the rules, and forgives almost everything.
level-character-2 = Sees the next move, and misses what comes after it.
level-character-3 = Sees your threats, misses combinations.
level-character-4 = Finds short combinations, and slips now and then.
level-character-5 = Plans ahead, and punishes careless moves.
level-character-6 = Calculates well: bring a plan of your own.
level-character-7 = Hardly ever slips: you have to see more.
level-character-8 = Plays as well as this site can.
# How far a level looks, in moves of both sides together, and how many of the other side's quiet replies it overlooks
level-sight = { $depth ->
    [1] Looks no further than its own move.
    [2] Thinks of your reply, but not beyond it.
   *[other] Looks up to { $depth } moves ahead.
}
level-sight-gaps = { $depth ->
    [2] Thinks of your reply but not beyond it,
   *[other] Looks up to { $depth } moves ahead
  } and overlooks { $one_in ->
    [2] every second quiet move.
    [3] every third quiet move.
   *[other] one quiet move in { $one_in }.
}
level-sight-positions = Studies up to { $thousands },000 positions before each move.
level-sight-table = Knows every position by heart, and makes no mistakes.
# The rating of a level on the scale of rated players, measured in games against other programs.
level-elo = about { $elo } Elo
# Results of a level out of ten games: against the level below ($other), or for the first level against random moves.
level-strength = Of 10 games against { $other } it wins { $wins }, draws { $draws } and loses { $losses }.
level-strength-first = Of 10 games against random moves it wins { $wins }, draws { $draws } and loses { $losses }.

## Variants

variant-standard = Standard

## Moves in words

# $side is the side that moves, $square where the new piece stands.
move-place = { $side }: { $square }

## Why a move is refused

illegal-over = The game is over: no more moves can be made.
illegal-empty = No move was given: choose a space on the board, or type a move.
illegal-unfinished = { $move } is only the beginning of a move: choose how it goes on.
illegal-too-long = The move { $move } is complete by itself: leave out what follows.
illegal-no-such-space = There is no { $space } on this board.
illegal-not-your-piece = The piece on { $space } is not yours.
illegal-ambiguous = { $move } can be read in several ways. Type one of these: { $moves }.
illegal-not-a-move = { $move } is not a legal move here.
illegal-occupied = { $square } is taken: choose a free space.

## Marks on the board

mark-line = in the winning line

## Ends of several games

# In the result of a match, after "Draw:"
brief-repetition = the same position for the third time
brief-full = the board is full
draw-repetition = Draw: the same position has come up for the third time.
