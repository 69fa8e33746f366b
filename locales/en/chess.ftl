# Chess.

chess-title = Chess
chess-summary = Two armies, sixty-four squares: drive the other king into a corner that it cannot leave.
chess-rules-aim = The aim is to attack the other king so that it cannot escape: checkmate.
chess-white = White
chess-black = Black
