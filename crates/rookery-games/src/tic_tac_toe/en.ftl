# Noughts and crosses.

tic-tac-toe-title = Noughts and crosses
tic-tac-toe-summary = Three in a row on nine squares. Between good players it is always a draw.
# How long a game takes, and how hard it is to learn
tic-tac-toe-glance-time = One minute
tic-tac-toe-glance-rules = Nothing to learn

tic-tac-toe-rules-turns = The board has three rows of three squares. Crosses move first; then the two sides take turns and put one mark on any free square. A mark stays where it is.
tic-tac-toe-rules-win = Whoever gets three of their own marks in a row wins at once: across, down or along a diagonal.
tic-tac-toe-rules-draw = If all nine squares are taken and nobody has three in a row, the game is a draw.
tic-tac-toe-rules-names = Columns are a, b and c from the left, rows 1, 2 and 3 from the bottom, so b2 is the centre. You can also type a number: 1 is the top left square and 9 the bottom right one.
tic-tac-toe-rules-advice = Look for a fork: a mark that makes two threats at once cannot be answered. Between two careful players every game is a draw.

tic-tac-toe-crosses = Crosses
tic-tac-toe-noughts = Noughts
tic-tac-toe-cross-0 = cross
tic-tac-toe-nought-1 = nought

tic-tac-toe-task-cross = Put a cross on a free square.
tic-tac-toe-task-nought = Put a nought on a free square.

tic-tac-toe-brief-row = three in a row
tic-tac-toe-won = { $side } win with three in a row: { $line }.
tic-tac-toe-full = Draw: the board is full, and nobody has three in a row.

## Board themes

tic-tac-toe-theme-standard = Squared paper
tic-tac-toe-theme-blackboard = Blackboard

# The rules page: headings, captions of the diagrams, the exercise
tic-tac-toe-heading-turns = How it is played
tic-tac-toe-heading-win = Winning
tic-tac-toe-heading-advice = Advice
tic-tac-toe-heading-names = Names of the squares
tic-tac-toe-diagram-taken = Crosses have begun in the centre. Noughts may take any other square, such as a1 or c2.
tic-tac-toe-diagram-full = The board is full, and there is no row of three: a draw.
tic-tac-toe-diagram-block = Crosses threaten to fill the diagonal. Noughts have to put their mark on c1.
tic-tac-toe-diagram-corner = After a cross in the centre, Noughts should take a corner. A mark in the middle of a side loses against careful play.
tic-tac-toe-diagram-row = Three crosses in a row, here along a diagonal: Crosses have won.
tic-tac-toe-diagram-fork = A fork: crosses threaten b3 and a2 at once, and Noughts can stop only one of them.
tic-tac-toe-diagram-win = Crosses move. Put a cross where it makes three in a row.
tic-tac-toe-diagram-win-right = Three in a row ends the game at once.
tic-tac-toe-diagram-win-hint = Two crosses already stand in one row, and its third square is free.
