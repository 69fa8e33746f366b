# Fanorona.

fanorona-title = Fanorona
fanorona-summary = The game of Madagascar: run up to a line of stones, or away from it, and all of it is yours.
# How long a game takes, and how hard it is to learn
fanorona-glance-time = 15 minutes
fanorona-glance-rules = Taught as you play

fanorona-side-0 = White
fanorona-side-1 = Black
fanorona-pebble-0 = white stone
fanorona-pebble-1 = black stone

# Before the number of a side's stones
fanorona-stones = Stones

# Variants
fanorona-variant-5x5 = Fanoron-Dimy, 5 × 5
fanorona-variant-5x3 = 5 × 3
fanorona-variant-3x3 = Fanoron-Telo, 3 × 3, with captures

# Options
fanorona-repetition-draw = Draw when a position occurs for the third time
fanorona-repetition-draw-on = Yes
fanorona-repetition-draw-off = No
fanorona-quiet-limit = Draw after moves without a capture
fanorona-quiet-limit-fifty = Fifty by each side
fanorona-quiet-limit-twenty-two = Twenty-two by each side
fanorona-quiet-limit-off = No

# Board themes
fanorona-theme-standard = Laterite
fanorona-theme-rosewood = Rosewood

# What to do now
fanorona-task-move = Move a stone: there is nothing to capture.
fanorona-task-move-to = Choose an empty point next to your stone.
fanorona-task-capture = You can capture, so you must.
fanorona-task-capture-to = Choose the point that your stone goes to.
fanorona-task-choose = Choose which line to take: tap one of its stones.
fanorona-task-go-on = Capture again, or finish the move.

# A stone of a line that a half-made move can take
fanorona-mark-approach = in the line ahead, for a capture by approach
fanorona-mark-withdrawal = in the line behind, for a capture by withdrawal

# Moves; $points and $taken are lists of points
fanorona-say-move = { $side } moves { $from } to { $to }.
fanorona-say-capture = { $side } moves { $from } to { $to } and takes { $taken }.
fanorona-say-chain = { $side } moves { $from } to { $points } and takes { $taken }.

# Why a move is not allowed; $capturers, $targets, $approach and $withdrawal are lists of points
fanorona-no-point = “{ $square }” is not a point of the board. Points have names like e3 or a1.
fanorona-no-stone = There is no stone on { $square }.
fanorona-blocked = The stone on { $square } cannot move: no line leads from it to an empty point.
fanorona-must-capture = You must capture when you can. The stone on { $square } cannot, but another can: { $capturers }.
fanorona-weak-point = No line leads from { $from } to { $square }. Diagonals cross only at every other point, and { $from } is not one of those.
fanorona-too-far = { $square } is not next to { $from }. A stone goes along a line to the next point.
fanorona-takes-nothing = From { $from } to { $square } nothing is taken: leave out the letter.
fanorona-paika-ends = A move that takes nothing ends on { $from }: it cannot go on to { $square }.
fanorona-not-a-capture = You must capture when you can. From { $from } to { $square } nothing is taken; go to { $targets }.
fanorona-no-further-capture = From { $from } to { $square } nothing is taken. Go on to { $targets }, or finish the move.
fanorona-chain-ends = From { $from } nothing more can be taken: finish the move there.
fanorona-been-there = The stone has stood on { $square } in this move. It may not come to a point twice.
fanorona-same-direction = The stone came to { $from } in the direction of { $square }. It may not take two steps in a row in the same direction.
fanorona-choose = On the way to { $to } you take one line and not both: { $approach } by approach (A), or { $withdrawal } by withdrawal (W).
fanorona-no-approach = From { $from } to { $square } nothing is taken by approach.
fanorona-no-withdrawal = From { $from } to { $square } nothing is taken by withdrawal.

# Endings
# In the result of a match, after "You won:" or "Draw:"
fanorona-brief-no-stones = { $loser } has no stone left
fanorona-brief-blocked = { $loser } cannot move
fanorona-brief-fifty = fifty moves each without a capture
fanorona-brief-twenty-two = twenty-two moves each without a capture
fanorona-end-no-stones = { $winner } wins: { $loser } has no stone left.
fanorona-end-blocked = { $winner } wins: { $loser } cannot move.
fanorona-end-fifty = Draw: fifty moves each without a capture.
fanorona-end-twenty-two = Draw: twenty-two moves each without a capture.

# The rules page
fanorona-rules-aim = Two players, White and Black, have 22 stones each. You win when your opponent has no stone left, or cannot move.
fanorona-rules-board = The board has nine columns and five rows of points, 45 in all, joined by lines. Every point has lines along its row and its column. At every other point, corners included, the diagonals cross as well: such a point is strong, the others are weak.
fanorona-rules-start = At the start every point but the middle one is filled: White’s stones fill the two lower rows, Black’s the two upper ones, and in the middle row they alternate. White moves first; then the players take turns.
fanorona-rules-paika = A move that takes nothing is called paika: a stone goes along a line to the next point, if it is empty. It is allowed only when none of your stones can capture.
fanorona-rules-capturing = Capturing is compulsory: if you can, you must. You choose freely among all captures; you need not take the most. A stone captures by a step along a line to the next empty point, in one of two ways.
fanorona-rules-approach = By approach: the next point in the direction of the step holds an enemy stone. It is taken, with all enemy stones that follow it in the same line without a gap.
fanorona-rules-withdrawal = By withdrawal: the stone steps straight away from an enemy stone next to it. That stone is taken, with all enemy stones behind it in the same line without a gap.
fanorona-rules-choice = If one step could do both, you take one of the two lines, not both. On the board you tap one of its stones.
fanorona-rules-chains = After a capture the same stone may go on capturing in the same move, step by step. You may stop after any capture.
fanorona-rules-limits = Two things are forbidden in one move: to come to a point on which the stone has stood in this move, its first one included; and to take two steps in a row in the same direction. Every further step must take something.
fanorona-rules-winning = You win when your opponent has no stone left, or has stones but cannot move any of them. The second is rare.
fanorona-rules-draws = A game is drawn when both players agree; when the same position, with the same player to move, occurs for the third time; and when both sides have made fifty moves without a capture. Traditional rules do not have the last two, so both can be changed when a game starts.
fanorona-rules-variants = There are three smaller boards, with the same rules and set up in the same way: five by five with twelve stones each, called Fanoron-Dimy; five columns and three rows with seven stones each; and three by three with four stones each. In Madagascar Fanoron-Telo is more often another game, in which three stones in a row win.
fanorona-rules-notation = A move is written as its points with hyphens between them. Behind each point stands how the step to it captured: A by approach, W by withdrawal, nothing for a paika (d3-e3W-e2W). The letters a to i run from left to right, the numbers 1 to 5 from bottom to top.
fanorona-rules-source = These are the rules by which the game was solved (Schadd, Winands, Uiterwijk, van den Herik and Bergsma, “Best Play in Fanorona Leads to Draw”, New Mathematics and Natural Computation, 2008): with best play it is a draw.

# Headings, captions of the diagrams, the exercise
fanorona-heading-aim = The aim and the board
fanorona-heading-paika = A move without a capture
fanorona-heading-capturing = Captures
fanorona-heading-chains = Chains of captures
fanorona-heading-winning = How the game ends
fanorona-heading-notation = Notation and source
fanorona-diagram-start = The starting position. Four stones can step to the middle, and each of them captures: from d3 one side or the other.
fanorona-diagram-paika = The stone on e3 stands on a strong point and can move in eight directions. The one on b3 cannot move along a diagonal.
fanorona-diagram-approach = White comes up to f3 and takes f3 and g3. The stone on i3 stands behind a gap and stays.
fanorona-diagram-withdrawal = White steps away from c3 and takes c3 and b3.
fanorona-diagram-choice = From d3 to e3 White takes f3 and g3 by approach, or c3 by withdrawal, but not all three.
fanorona-diagram-limits = After taking c3 the stone may go on to e2 and take e4. It may not go on to f3, in the same direction, nor back to d3.
fanorona-diagram-chain = White moves. Take all black stones in one move.
fanorona-diagram-chain-right = Three steps, one move: Black has no stone left.
fanorona-diagram-chain-hint = One stone can go on capturing from where it lands. Three steps take everything.

# In place of the task, in a visitor's first match
fanorona-coach-move = No stone of yours can capture, so move one to an empty point next to it: tap the stone first.
fanorona-coach-move-to = Tap one of the marked points. Beware of points where a line of yours can be taken.
fanorona-coach-capture = You can capture, so you must: tap the stone that is to move.
fanorona-coach-capture-to = Tap where it should go. It captures the line ahead of it or the line behind it.
fanorona-coach-choose = This step can take either of two lines: tap a stone of the one that you want.
fanorona-coach-go-on = The same stone can take more: tap its next point, or finish the move here.
