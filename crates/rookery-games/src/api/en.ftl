# Texts that all games share.

## Levels

level-1 = Beginner
level-2 = Novice
level-3 = Casual
level-4 = Club
level-5 = Strong
level-6 = Expert
level-7 = Master
level-8 = Best
level-about-1 = Knows the rules and little more. Good for a first game.
level-about-2 = Takes what you leave, and overlooks most of what you threaten.
level-about-3 = Sees simple threats, and still makes mistakes you can use.
level-about-4 = Gives little away. You need a plan of two or three moves.
level-about-5 = Looks several moves ahead and punishes mistakes.
level-about-6 = Hardly misses anything short. You have to outplan it.
level-about-7 = Makes very few mistakes, and small ones.
level-about-8 = Plays with all it has, and holds nothing back.

# The rating of a level on the scale of rated players, measured in games against other programs.
level-elo = about { $elo } Elo
# Results of a level out of ten games: against the level below ($other), or for the first level against random moves.
level-strength = wins { $wins } and loses { $losses } of 10 games against { $other }
level-strength-first = wins { $wins } and loses { $losses } of 10 games against random moves

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
illegal-not-a-move = { $move } is not a legal move here.
illegal-occupied = { $square } is taken: choose a free space.

## Marks on the board

mark-line = in the winning line

## Ends of several games

# In the result of a match, after "Draw:"
brief-repetition = the same position for the third time
brief-full = the board is full
draw-repetition = Draw: the same position has come up for the third time.
