# Checkers.

checkers-title = Checkers
checkers-summary = English draughts: jump whatever stands in your way, and crown your men on the far side.
# How long a game takes, and how hard it is to learn
checkers-glance-time = 15 minutes
checkers-glance-rules = Learnt in minutes

checkers-side-0 = Black
checkers-side-1 = White
checkers-man-0 = black man
checkers-man-1 = white man
checkers-crowned-0 = black king
checkers-crowned-1 = white king

# Before the number of a side's pieces
checkers-pieces = Pieces

# Options
checkers-first-moves = First three moves
checkers-first-moves-free = Free
checkers-first-moves-three-move = Drawn by lot from the 156 tournament openings; White moves next
checkers-repetition-draw = Draw when a position occurs for the third time
checkers-repetition-draw-on = Yes
checkers-repetition-draw-off = No
checkers-forty-move-draw = Draw after forty moves each without a capture or a man moved
checkers-forty-move-draw-on = Yes
checkers-forty-move-draw-off = No

## Board themes

checkers-theme-standard = Green and cream
checkers-theme-red-black = Red and black

# What to do now
checkers-task-move = Move a piece.
checkers-task-move-to = Choose a square next to your piece.
checkers-task-jump = You can capture, so you must.
checkers-task-jump-to = Choose the square behind the piece that you jump.
checkers-task-jump-on = Jump again: the capture is not complete.

# Moves; $taken are the squares of the captured pieces
checkers-say-move = { $side } moves { $from } to { $to }.
checkers-say-move-crown = { $side } moves { $from } to { $to } and is crowned.
checkers-say-jump = { $side } jumps from { $from } to { $to } and takes { $taken }.
checkers-say-jump-crown = { $side } jumps from { $from } to { $to }, takes { $taken } and is crowned.

# Why a move is not allowed; $jumpers and $targets are lists of squares
checkers-no-square = “{ $square }” is not a square of the board. The dark squares have numbers from 1 to 32, and names like c3.
checkers-light-square = { $square } is a light square. Checkers is played on the dark ones.
checkers-no-piece = There is no piece on { $square }.
checkers-blocked = The piece on { $square } cannot move: every square that it could go to is taken.
checkers-must-jump = You must capture when you can. The piece on { $square } cannot, but another can: { $jumpers }.
checkers-not-a-jump = You must capture when you can. From { $from } you can jump to { $targets }.
checkers-jump-on = The piece has to go on jumping from { $from }, to { $targets }.
checkers-jump-ends = The move ends on { $from }: it cannot go on to { $square }.
checkers-man-backward = Men only move forward. Once it is crowned, the piece on { $from } may go back.
checkers-too-far = { $square } does not touch { $from }. A piece moves one square diagonally, unless it jumps over an enemy piece.

# Endings
# In the result of a match, after "You won:" or "Draw:"
checkers-brief-no-pieces = { $loser } has no piece left
checkers-brief-blocked = { $loser } cannot move
checkers-brief-forty-moves = forty moves each without a capture or a man moved
checkers-end-no-pieces = { $winner } wins: { $loser } has no piece left.
checkers-end-blocked = { $winner } wins: { $loser } cannot move.
checkers-end-forty-moves = Draw: forty moves each without a capture or a man moved.

# The rules page
checkers-rules-aim = Two players, Black and White, have twelve men each. You win when your opponent has no piece left, or cannot move.
checkers-rules-start = The game is played on the 32 dark squares of a board of eight by eight. Each side fills the three rows nearest to it. Black moves first; then the players take turns.
checkers-rules-moving = A man moves one square diagonally forward, to an empty square.
checkers-rules-jumping = If an enemy piece stands diagonally in front of your man and the square behind it is empty, the man jumps over it, lands there, and takes the piece off the board. Capturing is compulsory: if you can, you must. If there are several captures you choose freely; you need not take the most.
checkers-rules-chains = If the piece that has jumped can jump again from where it lands, it goes on in the same move, until it cannot. No piece is jumped twice.
checkers-rules-kings = A man that reaches the row farthest from its own side becomes a king, and wears a crown. Kings move one square, and jump, backward as well as forward. A man that is crowned by a jump ends its move there, even if it could jump on as a king.
checkers-rules-winning = You win when it is your opponent’s turn and there is no move: all pieces are taken, or those that are left are shut in.
checkers-rules-draws = A game is drawn when both players agree; when the same position, with the same player to move, occurs for the third time; and when both sides have made forty moves without a capture and without moving a man. In a tournament a player claims the last two; here they come by themselves, and can be switched off when a game starts.
checkers-rules-notation = The dark squares are numbered from 1 to 32, row by row from Black’s side: 1 is b8, 4 is h8, 5 is a7, and 32 is g1. A move is written as two numbers with a hyphen (11-15), a capture with an x (22x15). Where two captures share both ends, the squares in between are written too (22x15x8). You may type the names of squares instead: e5-d4.
checkers-rules-ballot = Masters draw the first three moves by lot, so that not every game begins alike: the option “First three moves” does the same.
checkers-rules-source = These are the rules of the World Checkers Draughts Federation, known as American checkers or English draughts.

# Headings, captions of the diagrams, the exercise
checkers-heading-aim = The aim and the board
checkers-heading-moving = Moving
checkers-heading-jumping = Jumps
checkers-heading-kings = Kings
checkers-heading-winning = How the game ends
checkers-heading-notation = Notation and source
checkers-diagram-start = The starting position, with the seven moves that Black can begin with.
checkers-diagram-jump = Black must capture: the man on e5 jumps over d4 or over f4. No other man may move.
checkers-diagram-chain = Black moves, and two men can capture. Take all three white men in one move.
checkers-diagram-chain-right = Three jumps, one move: White has no piece left.
checkers-diagram-chain-hint = Look for the man that can go on jumping from where it lands.
checkers-diagram-king = A king goes one square in all four directions; a man only forward.
checkers-diagram-crown = The man jumps to e1 and is crowned there. That ends its move: it may not go on and take f2.
checkers-diagram-blocked = White is to move, and both men are shut in: Black has won.

# In place of the task, in a visitor's first match
checkers-coach-move = Tap a man, then the square diagonally in front of it.
checkers-coach-move-to = Tap one of the marked squares. Beware of squares where it can be jumped.
checkers-coach-jump = You can capture, so you must: choose the piece to jump with.
checkers-coach-jump-to = Tap the empty square behind the enemy piece. If your piece can jump on from there, it must.
checkers-coach-jump-on = Your piece can jump again, so it must: tap the next square.
