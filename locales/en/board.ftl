# The board on a page. The texts of a game itself are in its own file.
board-label = Board
board-your-turn = Your turn.
# The same for a screen reader: what the board shows, in words
board-your-turn-moves = { $count ->
    [one] Your turn, one move.
   *[other] Your turn, { $count } moves.
}
# Before "Your turn.", where the players choose their colours and the other one has done so
board-chose = Your opponent chose { $side }: you are { $own }.
board-turn-of = { $side } to move.
# For a visitor who has only the link of somebody's game
board-watching = You are watching this game.
board-play-it = Play it yourself
board-thinking = { $player } is thinking…
board-look = Look for the reply
board-start = The start of the game.
board-after = After { $move }.
# Moves that are tried in an analysed match
board-variation = Variation: { $side } to move.
board-variation-over = Variation: { $result }
# The result of a match: "You won: four in a row, 27 moves, against Casual."
board-result = { $outcome }: { $facts }.
board-you-won = You won
board-you-lost = You lost
board-won = { $side } won
board-drawn = Draw
board-moves = { $count ->
    [one] one move
   *[other] { $count } moves
}
board-against = against { $opponent }
board-best = Best level beaten: { $level }.
board-stopped = The game was stopped without a result.
# Marked spaces as text below the drawing and for screen readers: what they are, and where
board-marked = { $what }: { $places }
board-standing = { $side }: { $places }
board-no-pieces = none
board-finish = Finish move
board-clear = Cancel
board-cleared = Selection cleared.
board-sending = Sending your move …
board-asking = One moment …
# Something else is asked for meanwhile
board-awaited = One moment: your last request has not been answered yet.
board-not-reached = The server cannot be reached. Check your connection and try again.
board-offline = You are offline. The game goes on here as soon as you are connected again.
board-online = You are connected again.
board-not-sent = Your move did not reach the server. Check your connection and try again.
board-not-your-turn = It is not your turn.
# A tap while an earlier position is shown
board-not-present = This is an earlier position. Go forward to the last move to play on.
board-moves-from = From { $place }: { $moves }
board-no-moves-from = No legal move from { $place }.
board-no-last = No move has been made yet.
board-opponent = { $player } plays { $side }.
board-turned = The board has been flipped.
board-effort = Level { $level } looked at { $positions } positions, { $depth ->
    [one] one move
   *[other] { $depth } moves
  } deep.
board-title-turn = Your turn · { $title }
board-hint = Hint – { $move }
# In place of the move, where the hint is to press a button
board-hint-choice = choose “{ $choice }”
# The first step of a hint: which piece
board-hint-piece = Hint – move the { $piece } on { $place }
# A move that is chosen before it is one's turn
board-premove-from = Premove from { $from }: choose where to go.
board-premove = Premove: { $from } to { $to }.
board-premove-missed = Your premove { $from } to { $to } was not possible.
board-type-move = Type a move
board-make-move = Play
board-as-text = The position as text
board-position = Position string:
board-keys = Keyboard

# The state of a space, after its place and its piece
cell-empty = empty
cell-selected = selected
cell-own = can move
cell-can = legal move
cell-take = can be taken
cell-last = last move
cell-premove = premove

# The keys
keys-intro = While the focus is on a space of the board:
key-arrows = Arrows
keys-arrows = to the next space in that direction
key-ends = Home, End
keys-ends = to the ends of the row; with Ctrl to the corners
key-enter = Enter, Space
keys-enter = select the space
key-escape = Escape
keys-escape = cancel a half-made move
keys-last = say the last move
keys-pieces = say where my pieces are; with Shift the other side’s
keys-opponent = say who plays the other side
keys-moves = say the legal moves from here, or why there are none
keys-board = read the board
keys-hint = ask for a hint
keys-takeback = take back a move
keys-turn = flip the board
keys-type = go to the box for typed moves
keys-help = show these keys
