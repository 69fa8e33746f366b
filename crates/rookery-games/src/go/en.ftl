# Go.

go-title = Go
go-summary = Surround more of the board than your opponent, on small boards, nine by nine and smaller.
# How long a game takes, and how hard it is to learn
go-glance-time = 15 minutes
go-glance-rules = Few rules, deep play

go-side-0 = Black
go-side-1 = White
go-stone-0 = black stone
go-stone-1 = white stone

# Board sizes and options
go-variant-9x9 = 9 × 9
go-variant-7x7 = 7 × 7
go-variant-6x6 = 6 × 6
go-variant-5x5 = 5 × 5
go-komi = Komi, points for White
go-komi-usual = Usual (7 on 9 × 9; half a point with a handicap)
go-komi-0 = None
go-komi-0-5 = Half a point
go-komi-3-5 = 3.5
go-komi-5-5 = 5.5
go-komi-6-5 = 6.5
go-komi-7 = 7
go-komi-7-5 = 7.5
go-handicap = Handicap
go-handicap-0 = None
go-handicap-2 = 2 stones
go-handicap-3 = 3 stones
go-handicap-4 = 4 stones
go-handicap-5 = 5 stones

# Board themes
go-theme-standard = Kaya wood
go-theme-slate = Slate

# The button of a pass
go-pass = Pass

# What to do now
go-task-place = Put a stone on a free point, or pass.
go-task-passed = Your opponent has passed. Go on playing, or pass too: then the game is over and the board is counted.

# Moves in words; $count is the number of stones that are taken
go-say-pass = { $side } passes.
go-say-take = { $side }: { $square }, taking { $count ->
    [one] one stone
   *[other] { $count } stones
}

# Why a move is not allowed
go-illegal-suicide = { $square } is not allowed: the stone would have no liberty, and takes nothing.
go-illegal-ko = { $square } is not allowed now: by the rule of ko you may not take back at once. Play elsewhere first.
go-illegal-superko = { $square } is not allowed now: the board would look as it did before in this game (superko).

# Beside a player's name: komi while the game goes on, the points after it
go-zone = Score
go-zone-komi = +{ $komi } komi
go-zone-area = { $area }
go-zone-area-komi = { $area } + { $komi } komi

# Said of a free point after the game
go-mark-area = counts for { $side }

# Said of a point that is forbidden for now
go-mark-ko = no stone may be put here yet (ko)
go-mark-superko = would bring an earlier board back (superko)

# Endings; the areas of both sides, komi and the difference
# In the result of a match, after "You won:" or "Draw:"
go-brief-area = by { $by } (Black { $black }, White { $white } and { $komi } komi)
go-brief-draw = { $black } points each, komi included
go-end-area = Black { $black }, White { $white } and { $komi } komi: { $winner } wins by { $by }.
go-end-draw = Draw: Black { $black }, White { $white } and { $komi } komi.

# The rules page
go-rules-aim = Two players, Black and White, surround parts of the board with their stones. Whoever has the larger area at the end wins.
go-rules-turns = The board is empty at first, and Black begins. The players take turns to put one stone on a free point, edges and corners included. Stones never move. Instead of putting a stone down you may pass.
go-rules-liberties = The free points next to a stone along the lines are its liberties. Stones of one colour that are neighbours along the lines form a chain, and share their liberties.
go-rules-capture = When your stone takes the last liberty of an enemy chain, the whole chain is taken off the board. One liberty left is called atari: the chain can be taken with the next move.
go-rules-suicide = You may not put a stone where it, or the chain that it joins, would have no liberty. It is allowed if the stone takes something, for then it has one.
go-rules-ko = No stone may bring back a board that has been there before in the game. Most often that matters when one stone takes one stone: it cannot be taken back at once. This is called ko. First play elsewhere; if your opponent does not answer by ending the ko, you may take it back.
go-rules-eyes = A free point surrounded by one chain is an eye. A chain with two eyes can never be taken: the enemy would have to fill both, and may not fill either. Such stones are alive.
go-rules-end = When nothing is left to gain, you pass. Two passes in a row end the game.
go-rules-score = Your area is the number of your stones and of the free points that only your stones surround. A free region that touches both colours counts for nobody. White gets some points more, called komi. The larger sum wins.
go-rules-dead = All stones that stand on the board at the end count as they stand. So before you pass, take enemy stones that cannot live: taking them costs nothing, since a stone of yours in your own area is worth what the free point was.
go-rules-advice = Keep your stones connected and the enemy’s apart. Count liberties before every fight. Corners are the easiest to surround, then the sides. Never fill your own eyes.
go-rules-komi = Black has an advantage by moving first; komi makes up for it. The usual komi is what best play is thought to bring Black on each board; on five by five, where Black can take all 25 points, it is 24, one less. With komi of a whole number a draw is possible.
go-rules-handicap = The weaker player may take Black and begin with two to five stones on the board. Then White moves first, and the usual komi is half a point.
go-rules-sizes = Besides nine by nine there are boards of seven, six and five lines each way, on which a game is over in minutes. On five by five Black can take the whole board.
go-rules-names = Columns have letters from the left, without i: a to h and j. Rows have numbers from below. The centre is e5, and a move is the name of its point, or pass.
go-rules-strength = The computer reads ahead well and judges large boards badly: even its best level plays Go like a beginner with sharp eyes.
go-rules-source = These are the rules of Tromp and Taylor with one change: suicide is not allowed. Area counting, and the ban on repeating a board (positional superko), are as there.

# Headings, captions of the diagrams, the exercise
go-heading-aim = The aim and the moves
go-heading-liberties = Liberties and captures
go-heading-ko = Ko
go-heading-eyes = Life
go-heading-end = How the game ends
go-heading-komi = Komi, handicap and board sizes
go-heading-names = Names and source
go-diagram-start = An empty board. Black may begin anywhere; the centre, e5, is a good point.
go-diagram-liberties = The black stone in the middle has four liberties. The white stone on the second line has three left.
go-diagram-capture = Black moves. Take two stones at once.
go-diagram-capture-right = The chain of two has lost its last liberty, and leaves the board.
go-diagram-capture-hint = Look for the white chain of two stones: which free point is its last liberty?
go-diagram-suicide = Black may not play a1: the stone would have no liberty. On j1 Black takes two stones, so that is allowed.
go-diagram-ko = Black has just taken a stone on e5. White may not take back there at once.
go-diagram-eyes = White may play neither a1 nor c1. Black has two eyes and lives.
go-diagram-score = The end of a game. Black’s area is 45, White’s 36. With 7 komi White has 43: Black wins by 2.

# In place of the task, in a visitor's first match
go-coach-place = Tap a free point. Surround space and keep stones connected; pass when nothing is left to gain.
go-coach-passed = Your opponent has passed. Take stones that cannot live, then pass too: the areas are counted.
