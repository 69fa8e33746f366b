# Nine Men's Morris.

nine-mens-morris-title = Nine Men’s Morris
nine-mens-morris-summary = One of the oldest board games there is: nine men each, three in a row make a mill, and every mill takes a man.
# How long a game takes, and how hard it is to learn
nine-mens-morris-glance-time = 15 minutes
nine-mens-morris-glance-rules = Taught as you play

nine-mens-morris-light = White
nine-mens-morris-dark = Black
nine-mens-morris-light-man = white man
nine-mens-morris-dark-man = black man
nine-mens-morris-in-hand = Men in hand

# Variants
nine-mens-morris-variant-lasker = Lasker’s game: ten men
nine-mens-morris-variant-twelve = Twelve men, with diagonals
nine-mens-morris-variant-six = Six men, two squares
nine-mens-morris-variant-three = Three men, one square with diagonals

# Options; where a variant has a rule of its own, the choice changes nothing
nine-mens-morris-flying = With three men you may fly (not with six men a side)
nine-mens-morris-flying-on = Yes
nine-mens-morris-flying-off = No
nine-mens-morris-removal = Which men a mill may remove (not with three men a side)
nine-mens-morris-removal-outside-mills = Men outside mills first
nine-mens-morris-removal-any = Any man
nine-mens-morris-double-mill = Men removed when two mills close at once (not with three men a side)
nine-mens-morris-double-mill-one = One man
nine-mens-morris-double-mill-two = Two men
nine-mens-morris-repetition-draw = Draw when a position occurs for the third time
nine-mens-morris-repetition-draw-on = Yes
nine-mens-morris-repetition-draw-off = No
nine-mens-morris-move-limit = Draw if no mill is closed
nine-mens-morris-move-limit-fifty = After fifty moves each
nine-mens-morris-move-limit-twenty = After twenty moves each
nine-mens-morris-move-limit-off = Never

# What to do now
nine-mens-morris-task-place = Place a man.
nine-mens-morris-task-place-or-move = Place a man, or move one.
nine-mens-morris-task-move = Move a man.
nine-mens-morris-task-move-to = Choose an empty point next to your man.
nine-mens-morris-task-fly = Fly a man: you have three, so it may go to any empty point.
nine-mens-morris-task-fly-to = Choose any empty point.
nine-mens-morris-task-remove = Choose one of your opponent’s men to remove.
nine-mens-morris-task-remove-second = Two mills: choose a second man to remove.

# A point of the mill that the last move closed
nine-mens-morris-mark-mill = in the mill just closed

# Moves
nine-mens-morris-say-place = {$side} places a man on {$to}.
nine-mens-morris-say-place-remove = {$side} places a man on {$to}, closes a mill and removes {$removed}.
nine-mens-morris-say-place-remove-two = {$side} places a man on {$to}, closes two mills and removes {$removed} and {$second}.
nine-mens-morris-say-move = {$side} moves {$from} to {$to}.
nine-mens-morris-say-move-remove = {$side} moves {$from} to {$to}, closes a mill and removes {$removed}.
nine-mens-morris-say-move-remove-two = {$side} moves {$from} to {$to}, closes two mills and removes {$removed} and {$second}.
nine-mens-morris-say-fly = {$side} flies from {$from} to {$to}.
nine-mens-morris-say-fly-remove = {$side} flies from {$from} to {$to}, closes a mill and removes {$removed}.

# Why a move is not allowed
nine-mens-morris-no-point = “{$square}” is not a point of the board. Points have names like d6 or a1.
nine-mens-morris-occupied = There is already a man on {$square}.
nine-mens-morris-no-man = There is no man on {$square}.
nine-mens-morris-not-your-man = The man on {$square} is not yours.
nine-mens-morris-man-blocked = The man on {$square} cannot move: no point next to it is empty.
nine-mens-morris-not-adjacent = {$square} is not next to {$from} on a line. Only a side with exactly three men may fly.
nine-mens-morris-not-adjacent-no-flying = {$square} is not next to {$from} on a line, and nobody flies in this match.
nine-mens-morris-place-first = You still have men in hand. Men on the board move only after all have been placed.
nine-mens-morris-must-remove = This closes a mill: choose one of your opponent’s men to remove.
nine-mens-morris-must-remove-second = This closes two mills: choose a second man to remove.
nine-mens-morris-no-mill = A man on {$square} closes no mill, so there is nothing to remove.
nine-mens-morris-one-removal = You may remove only one man with this move.
nine-mens-morris-two-removals = You may remove only two men with this move.
nine-mens-morris-protected = The man on {$square} stands in a mill, and your opponent has men outside mills. Remove one of those.
nine-mens-morris-own-man = The man on {$square} is your own. Remove one of your opponent’s.
nine-mens-morris-first-mill-wins = With three men the first mill wins: no man is removed.
nine-mens-morris-nothing-to-remove = There is no man of your opponent’s on {$square} to remove.

# Endings
# In the result of a match, after "You won:"; $men is the number of men that the loser has left
nine-mens-morris-brief-too-few = { $loser } has { $men ->
    [one] one man
   *[other] two men
  } left
nine-mens-morris-brief-mill = { $winner } has closed a mill
nine-mens-morris-brief-blocked = { $loser } cannot move
nine-mens-morris-brief-hundred-plies = fifty moves each without a mill
nine-mens-morris-brief-forty-plies = twenty moves each without a mill
nine-mens-morris-end-too-few = {$winner} wins: {$loser} has only { $men ->
    [one] one man
   *[other] two men
  } left.
nine-mens-morris-end-mill = {$winner} wins with a mill.
nine-mens-morris-end-blocked = {$winner} wins: {$loser} cannot move.
nine-mens-morris-end-full-board = Draw: all points of the board are taken.
nine-mens-morris-end-hundred-plies = Draw: fifty moves each without a mill.
nine-mens-morris-end-forty-plies = Draw: twenty moves each without a mill.

# The rules page
nine-mens-morris-rules-aim = Each player has nine men. Three of yours in a row are a mill, and each mill that you close removes one of your opponent’s men. You win when your opponent has only two men left, or cannot move.
nine-mens-morris-rules-board = The board has 24 points on three squares, one inside the other. Lines join the squares at the middle of each side, but not at the corners. A mill is three men on neighbouring points of one drawn straight line; there are sixteen places for one.
nine-mens-morris-rules-placing = The board is empty at first. White begins; the players take turns, each placing one man on any empty point, until all eighteen have been placed.
nine-mens-morris-rules-removing = When your man completes a mill, you must remove one of your opponent’s men. It is out of the game. Only one man goes, even if you close two mills with one man. A man that stands in a mill is safe as long as your opponent has a man outside mills; if all of them stand in mills, you may remove any.
nine-mens-morris-rules-moving = When all men have been placed, you move one of your men along a line to an empty point next to it. Nobody may pass: if none of your men can move, you have lost.
nine-mens-morris-rules-running = You may open a mill and close it again, as often as you like: each time it closes, you remove a man. Best of all is a running mill, in which one man closes a mill with every step, back and forth. Only a mill that your move has just closed counts; one that stands where it stood removes nothing.
nine-mens-morris-rules-flying = When you have exactly three men left and none in hand, your men may fly: instead of moving to the next point, a man goes to any empty one. Your opponent still moves step by step until down to three as well.
nine-mens-morris-rules-winning = You win when your opponent has two men left, or is to move and has no move. Men that are still in hand count as men, so nobody loses early because few have been placed.
nine-mens-morris-rules-draws = Three things make a draw: both players agree; the same position with the same player to move for the third time; and fifty moves by each side after the placing without a mill. Between two good players most games are drawn: with perfect play on both sides the game is a draw.
nine-mens-morris-rules-choices = When a game starts, you can choose other rules that are played in many places: no flying; mills that may remove any man, even one in a mill; two men removed for two mills closed at once, which without diagonals only a man from the hand can do; a draw after twenty moves each, or no such draw; and no draw by repetition. Where a variant has a rule of its own, these choices change nothing: with six men a side nobody flies, and with three no man is removed.
nine-mens-morris-rules-variants = Four variants have other men or other lines. In the game that Emanuel Lasker proposed, each player has ten men, and may move one on the board instead of placing one from the start; such moves count towards the draw too, and each man placed begins the count anew. Twelve men are played on a board whose corners are joined by lines, too, which can be mills; when all 24 points are taken, the game is a draw. Six men are played on the outer and the inner square alone: the lines between them are for moving and make no mill, and nobody flies. Three men are played on one square whose eight points are all joined to its centre: the first mill wins, along a side or through the centre. When all six have been placed, the men fly, unless you choose that they move along the lines: then the first player can win by beginning in the centre.
nine-mens-morris-rules-notation = A placed man is written as its point (d6), a move with a hyphen (d6-d5), and a removal with an x (d6-d5xb4). The letters a to g run from left to right, the numbers 1 to 7 from bottom to top.
nine-mens-morris-rules-source = Unless you choose otherwise, men are placed, moved and removed by the rules by which Ralph Gasser solved the game in 1993. The draws by repetition and by count bring games to an end.

# Headings, captions of the diagrams, the exercise
nine-mens-morris-heading-aim = The aim and the board
nine-mens-morris-heading-placing = First, the men are placed
nine-mens-morris-heading-removing = Mills and removals
nine-mens-morris-heading-moving = Then they move
nine-mens-morris-heading-flying = With three men you may fly
nine-mens-morris-heading-winning = How the game ends
nine-mens-morris-heading-notation = Notation and source
nine-mens-morris-diagram-mill = A white mill: three men on the line that joins the squares at the middle of their upper sides.
nine-mens-morris-diagram-place = A new man goes to any empty point; it need not be next to another one.
nine-mens-morris-diagram-removal = A man on d7 closes a mill, and White removes b4 or f4. The men on d1, d2 and d3 stand in a mill and are safe.
nine-mens-morris-diagram-close = White has men in hand. Place one so that it closes a mill, then choose the black man to remove.
nine-mens-morris-diagram-close-right = Three in a row: the man that you removed is out of the game.
nine-mens-morris-diagram-close-hint = Two white men stand on the upper side of the middle square, and the point between them is empty.
nine-mens-morris-diagram-step = The man on b4 may go to each of the four empty points that a line joins to it. From e3 no line leads to f2.
nine-mens-morris-diagram-running = A running mill: the man on d7 leaves one mill and closes another, and it may come back the same way.
nine-mens-morris-diagram-flight = White has three men left: each of them may fly to any empty point, such as these.
nine-mens-morris-diagram-blocked = Black is to move, and every point next to a black man is taken: White has won.

# In place of the task, in a visitor's first match
nine-mens-morris-coach-place = Place a man on any empty point. Three of yours in a row make a mill.
nine-mens-morris-coach-remove = You have closed a mill: choose an enemy man, and it leaves the board.
nine-mens-morris-coach-move = All men are placed. Now move one along a line to the next point.
nine-mens-morris-coach-move-to = Choose an empty point that a line joins to this man.
nine-mens-morris-coach-fly = You have three men left, so they may fly: choose one.
nine-mens-morris-coach-fly-to = Any empty point will do; it need not be next to this man.

## Board themes

nine-mens-morris-theme-standard = Slate
nine-mens-morris-theme-oak = Oak
