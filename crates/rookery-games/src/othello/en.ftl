# Othello.

othello-title = Othello
othello-summary = Enclose discs in a line and they turn to your colour. The corners are yours for good.
# How long a game takes, and how hard it is to learn
othello-glance-time = 15 minutes
othello-glance-rules = A minute to learn

othello-rules-aim = Two sides, Black and White, share a board of eight by eight squares and discs that are black on one face and white on the other. Whoever has more discs at the end wins.
othello-rules-start = Four discs stand in the centre: white on d4 and e5, black on e4 and d5. Black moves first; then the sides take turns.
othello-rules-move = A move puts a new disc on an empty square so that it encloses discs of the other side: in a straight line between the new disc and another disc of yours there are only discs of the other side, without a gap. All of these are turned to your colour.
othello-rules-lines = A move can enclose discs in up to eight directions at once: across, down and along the diagonals. All of them are turned. Discs that become enclosed only because others were turned stay as they are.
othello-rules-pass = A move must turn at least one disc. If you have no such move, you pass and the other side moves again. You may not pass while you can move.
othello-rules-end = The game is over when neither side can move: usually when the board is full, sometimes earlier.
othello-rules-score = The side with more discs wins; equal numbers are a draw. Squares that stay empty count for the winner in the margin, so a side that loses its last disc loses by 64.
othello-rules-names = Columns are a to h from the left, rows 1 to 8 from the top, so a1 is the upper left corner. A move is typed as its square, f5; a pass as pass (pa, ps and -- are read too).
othello-rules-advice = Discs in the corners can never be turned, and taking a square beside an empty corner often gives it away. Until the last dozen squares, few discs and many moves are better than many discs and few moves.

othello-side-0 = Black
othello-side-1 = White
othello-disc-0 = black disc
othello-disc-1 = white disc

# Before the number of a side's discs
othello-discs = Discs

othello-pass = Pass

# $count is the number of discs that are turned, at least one.
othello-say-move = { $count ->
    [one] { $side }: { $square }, turns one disc
   *[other] { $side }: { $square }, turns { $count } discs
}
othello-say-pass = { $side } passes: no square encloses a disc

othello-task-dark = Put a disc where it encloses white discs.
othello-task-light = Put a disc where it encloses black discs.
othello-task-pass = You cannot enclose any disc: pass.

othello-illegal-pass = You can only pass when no square encloses a disc of the other side.
othello-illegal-must-pass = A disc on { $square } or on any other square would not enclose any disc of the other side: pass.
othello-illegal-turns-nothing = A disc on { $square } would not enclose any disc of the other side.

# $more and $fewer are numbers of discs, $empty of empty squares, $total is $more and $empty together.
# In the result of a match, after "You won:"
othello-brief-discs = { $more } discs to { $fewer }
othello-brief-draw = { $count } discs each
othello-end-full = { $winner } wins, { $more } discs to { $fewer }.
othello-end-blocked = { $winner } wins, { $more } discs to { $fewer }: neither side can move. With the empty squares the score is { $total } to { $fewer }.
othello-end-no-discs = { $winner } wins, { $total } to 0: { $loser } has no disc left.
othello-end-draw = Draw: { $count } discs each, and neither side can move.

## Board themes

othello-theme-standard = Green felt
othello-theme-blue = Blue felt

# The rules page: headings, captions of the diagrams, the exercise
othello-heading-aim = The aim
othello-heading-move = Moves
othello-heading-pass = Passing, and the end
othello-heading-advice = Advice
othello-heading-names = Names of the squares
othello-diagram-start = The starting position, with the four squares where Black may begin. A disc on any of them turns one disc.
othello-diagram-line = A black disc on f4 encloses c4, d4 and e4. All three are turned.
othello-diagram-once = A black disc on f5 turns e5 only. Now e6 stands between two black discs, but it stays white.
othello-diagram-three-ways = Black moves. One square encloses white discs in three directions at once: put a disc there.
othello-diagram-three-ways-right = It turns discs in three directions: upwards, across and along a diagonal.
othello-diagram-three-ways-hint = Find the square that turns five discs.
othello-diagram-pass = White has just played h6. No square is left on which Black would enclose a disc: Black passes, and White moves again.
othello-diagram-end = The board is full: 34 black discs to 30, so Black has won.
othello-diagram-corner = No line goes on behind a corner, so the disc on a1 can never be enclosed.
