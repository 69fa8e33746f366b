# Morabaraba.

morabaraba-title = Morabaraba
morabaraba-summary = The cattle game of southern Africa: twelve cows each, lines of three, and a shot for every line you close.
# How long a game takes, and how hard it is to learn
morabaraba-glance-time = 15 minutes
morabaraba-glance-rules = Taught as you play

morabaraba-dark = Dark
morabaraba-light = Light
morabaraba-dark-man = dark cow
morabaraba-light-man = light cow
morabaraba-in-hand = Cows in hand

# Options
morabaraba-moves-first = Who moves first
morabaraba-moves-first-dark = { morabaraba-dark }
morabaraba-moves-first-light = { morabaraba-light }
morabaraba-first-cow = First cow of the game
morabaraba-first-cow-anywhere = On any point
morabaraba-first-cow-no-corner = Not on a corner
morabaraba-three-cow-draw = Draw after ten moves each without a shot
morabaraba-three-cow-draw-both = When both sides have three cows
morabaraba-three-cow-draw-either = When one side has three cows
morabaraba-three-cow-draw-off = No
morabaraba-repetition-draw = Draw when a position occurs for the third time
morabaraba-repetition-draw-on = Yes
morabaraba-repetition-draw-off = No
morabaraba-hundred-ply-draw = Draw after fifty moves each without a shot
morabaraba-hundred-ply-draw-on = Yes
morabaraba-hundred-ply-draw-off = No

# What to do now
morabaraba-task-place = Place a cow.
morabaraba-task-move = Move a cow.
morabaraba-task-move-to = Choose an empty point next to your cow.
morabaraba-task-fly = Fly a cow: you have three, so it may go to any empty point.
morabaraba-task-fly-to = Choose any empty point.
morabaraba-task-remove = Choose an enemy cow to shoot.

# A point of the line that the last move closed
morabaraba-mark-mill = in the line just closed

# Moves
morabaraba-say-place = {$side} places a cow on {$to}.
morabaraba-say-place-remove = {$side} places a cow on {$to}, closes a line and shoots {$removed}.
morabaraba-say-move = {$side} moves {$from} to {$to}.
morabaraba-say-move-remove = {$side} moves {$from} to {$to}, closes a line and shoots {$removed}.
morabaraba-say-fly = {$side} flies from {$from} to {$to}.
morabaraba-say-fly-remove = {$side} flies from {$from} to {$to}, closes a line and shoots {$removed}.

# Why a move is not allowed
morabaraba-no-point = “{$square}” is not a point of the board. Points have names like d6 or a1.
morabaraba-occupied = There is already a cow on {$square}.
morabaraba-corner-forbidden = {$square} is a corner of a square. In this match the first cow of the game goes to the middle of a side.
morabaraba-no-man = There is no cow on {$square}.
morabaraba-not-your-man = The cow on {$square} is not yours.
morabaraba-man-blocked = The cow on {$square} cannot move: no point next to it is empty.
morabaraba-not-adjacent = {$square} is not next to {$from}. Only a side with exactly three cows may fly.
morabaraba-place-first = You still have cows in your hand. Cows on the board move only after all have been placed.
morabaraba-see-saw = Your cow broke a line to close another with its last move. It may not go straight back from {$from} to {$square} to close the first line again; make another move first.
morabaraba-must-remove = This closes a line: choose an enemy cow to shoot.
morabaraba-no-mill = A cow on {$square} closes no line, so there is no shot.
morabaraba-one-removal = You may shoot only one cow a turn, even if you close two lines.
morabaraba-protected = The cow on {$square} stands in a line, and there are enemy cows outside lines. Shoot one of those.
morabaraba-own-man = The cow on {$square} is your own. Shoot an enemy cow.
morabaraba-nothing-to-remove = There is no enemy cow on {$square} to shoot.

# Endings
# In the result of a match, after "You won:"
morabaraba-brief-too-few = { $loser } has two cows left
morabaraba-brief-blocked = { $loser } cannot move
morabaraba-brief-ten-moves = ten moves each with three cows and no shot
morabaraba-brief-ten-moves-either = ten moves each without a shot, with a side down to three cows
morabaraba-brief-hundred-plies = fifty moves each without a shot
morabaraba-end-too-few = {$winner} wins: {$loser} has only two cows left.
morabaraba-end-blocked = {$winner} wins: {$loser} cannot move.
morabaraba-end-full-board = Draw: all 24 points are taken and nobody can move.
morabaraba-end-ten-moves = Draw: ten moves each with three cows and without a shot.
morabaraba-end-ten-moves-either = Draw: ten moves each without a shot, with a side down to three cows.
morabaraba-end-hundred-plies = Draw: fifty moves each without a shot.

# The rules page
morabaraba-rules-aim = Morabaraba is a game of war between two herds. Each player has twelve cows. You win when your opponent has only two cows left, or cannot move.
morabaraba-rules-board = The board has 24 points on three squares, one inside the other. Lines join the squares at the middle of each side and, unlike in Nine Men’s Morris, at the corners too. Three points in a straight row are a line; there are twenty of them.
morabaraba-rules-placing = The game begins with an empty board. The players take turns, each placing one cow on any empty point, until all cows have been placed.
morabaraba-rules-shooting = When you bring a third cow of yours into a line, you shoot one enemy cow: it leaves the board and never comes back. You shoot only one, even if you close two lines in one move. A cow that stands in a full line is safe while the enemy has a cow outside lines; if all enemy cows stand in lines, you may shoot any of them.
morabaraba-rules-moving = When all cows have been placed, you move one of your cows along the drawn lines to an empty point next to it. You may open a line of yours and close it again later: each time it closes, you shoot.
morabaraba-rules-see-saw = There is one limit. If a cow leaves a full line and closes another line with the same move, it may not go straight back on your next turn to close the first line again. Make a different move in between and it may.
morabaraba-rules-see-saw-example = An example: you have cows on a7, d7, g7, b6 and f6, and d6 is empty. You move d7 to d6: that breaks the line a7-d7-g7, closes b6-d6-f6, and you shoot. On your next turn the cow may not move from d6 back to d7, because that would close a7-d7-g7 again. After any other move of yours it may.
morabaraba-rules-flying = When you have exactly three cows left, and none in your hand, your cows fly: instead of moving one step, a cow goes to any empty point. Your opponent still moves step by step until down to three as well.
morabaraba-rules-winning = You win when your opponent has two cows left, or when it is your opponent’s turn and there is no move. If the board is full after the last cow has been placed, nobody can move and the game is a draw.
morabaraba-rules-draws = Five things make a draw: both players agree; a full board; ten moves by each side without a shot while both have three cows; the same position with the same player to move for the third time; and fifty moves by each side after the placing without a shot. The last three can be changed when a game starts.
morabaraba-rules-notation = A placed cow is written as its point (d6), a move with a hyphen (d6-d5), and a shot with an x (d6-d5xb4). The letters a to g run from left to right, the numbers 1 to 7 from bottom to top.
morabaraba-rules-source = These are the Generally Accepted Rules of Mind Sports South Africa. They leave a few cases open: here Dark moves first, and the ten-move draw counts when both sides have three cows. Both can be changed when a game starts. Gábor Gévay and Gábor Danner calculated the game without the limit on going back and without the draws by counting: whoever moves first can win by beginning on a corner of a square, and from the middle of a side the game is a draw. So you can also choose that the first cow may not be placed on a corner.

# Headings, captions of the diagrams, the exercise
morabaraba-heading-aim = The aim and the board
morabaraba-heading-placing = First, the cows are placed
morabaraba-heading-shooting = Lines and shots
morabaraba-heading-moving = Then they move
morabaraba-heading-flying = With three cows you may fly
morabaraba-heading-winning = How the game ends
morabaraba-heading-notation = Notation and source
morabaraba-diagram-line = Three dark cows in a line. The lines across the corners count like all the others.
morabaraba-diagram-place = A new cow goes to any empty point; it need not be next to another one.
morabaraba-diagram-shot = A cow on d7 closes a line, and Dark shoots b4 or f4. The cows on d1, d2 and d3 stand in a line and are safe.
morabaraba-diagram-close = Dark has cows in hand. Place one so that it closes a line, then choose the light cow to shoot.
morabaraba-diagram-close-right = Three in a line: the cow that you shot never comes back.
morabaraba-diagram-close-hint = Two dark cows stand on one diagonal, and its third point is empty.
morabaraba-diagram-step = The cow on b4 may go to each of the four empty points that a line joins to it.
morabaraba-diagram-see-saw = The cow came from d7 to d6, from one full line into another. It may not go straight back.
morabaraba-diagram-flight = Dark has three cows left: each of them may fly to any empty point, such as these.
morabaraba-diagram-blocked = Light is to move, and every point next to a light cow is taken: Dark has won.

# In place of the task, in a visitor's first match
morabaraba-coach-place = Place a cow on any empty point. Get three in a row to shoot one of your opponent’s.
morabaraba-coach-remove = You have closed a line: choose an enemy cow, and it leaves the board.
morabaraba-coach-move = All cows are placed. Now move one along a line to the next point.
morabaraba-coach-move-to = Choose an empty point that a line joins to this cow.
morabaraba-coach-fly = You have three cows left, so they may fly: choose one.
morabaraba-coach-fly-to = Any empty point will do; it need not be next to this cow.

## Board themes

morabaraba-theme-standard = Burnt earth
morabaraba-theme-sand = Sand
