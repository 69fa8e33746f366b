# Connect Four.

connect-four-title = Connect Four
connect-four-summary = Drop discs into columns; four in a row wins. On the usual board the first player can always win.
# How long a game takes, and how hard it is to learn
connect-four-glance-time = A few minutes
connect-four-glance-rules = One rule to learn

connect-four-variant-7x6 = Seven columns, six rows
connect-four-variant-8x7 = Eight columns, seven rows
connect-four-variant-9x6 = Nine columns, six rows
connect-four-variant-6x5 = Six columns, five rows
connect-four-variant-6x4 = Six columns, four rows
connect-four-variant-5x4 = Five columns, four rows
connect-four-variant-4x4 = Four columns, four rows

connect-four-rules-board = The board stands upright and has seven columns with room for six discs each. It is empty at first.
connect-four-rules-turns = Red moves first; then the sides take turns and drop one disc of their own into a column that is not full. It falls to the lowest free cell of the column and stays there.
connect-four-rules-win = Whoever gets four of their own discs in an unbroken row wins at once: across, upwards or along a diagonal.
connect-four-rules-draw = If the last cell is filled and nobody has four in a row, the game is a draw. Four in a row made by the last disc win.
connect-four-rules-sizes = On boards of other sizes the rules are the same. On the usual board the first player can force a win, beginning in the middle column; with four columns and four rows the game is a draw, and with six columns and four rows the second player can force a win.
connect-four-rules-names = Columns are a, b, c and so on from the left. A move is its column: tap any cell of it, or type its letter or its number, d or 4. A cell is named by its column and its row, counted from below, so d1 is the lowest cell in the middle.
connect-four-rules-advice = A cell that would complete four in a row is a threat even while nothing stands below it. Towards the end one side has to fill the cell under it: threats in rows 1, 3 and 5 tend to help the first player, those in rows 2, 4 and 6 the second.

connect-four-side-0 = Red
connect-four-side-1 = Yellow
connect-four-ring-disc-0 = red disc
connect-four-star-disc-1 = yellow disc

connect-four-task-red = Drop a red disc into a column.
connect-four-task-yellow = Drop a yellow disc into a column.

connect-four-illegal-full = Column { $column } is full.
connect-four-illegal-cell = A disc in column { $column } falls to { $cell }.

connect-four-brief-row = four in a row
connect-four-won = { $side } wins with four in a row: { $line }.
connect-four-full = Draw: the board is full, and nobody has four in a row.

# The rules page: headings, captions of the diagrams, the exercise
connect-four-heading-board = The board and the moves
connect-four-heading-win = Winning
connect-four-heading-advice = Advice
connect-four-heading-sizes = Other boards, and names
connect-four-diagram-drop = A disc falls to the lowest free cell: in column a to the bottom, in columns d and e onto the discs that lie there.
connect-four-diagram-column = Column d is full: no disc can be dropped into it any more.
connect-four-diagram-across = Four red discs side by side: Red has won.
connect-four-diagram-diagonal = A diagonal counts as well: a1, b2, c3 and d4.
connect-four-diagram-threat = Red threatens e2. Whoever fills e1 lets the other side have the cell above it.
connect-four-diagram-four = Red moves. Find the column where a red disc makes four in a row.
connect-four-diagram-four-right = Four in an unbroken row: that wins at once.
connect-four-diagram-four-hint = Look along the diagonals: three red discs already lie on one.

## Board themes

connect-four-theme-standard = Blue
connect-four-theme-beech = Beech
