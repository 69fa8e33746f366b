# Breakthrough.

breakthrough-title = Breakthrough
breakthrough-summary = Two rows of pieces each on six by six squares, and one of them has to get through.

breakthrough-rules-aim = The board has six rows of six squares. Each side begins with two rows of pieces. Dark moves first; then the sides take turns.
breakthrough-rules-moves = A piece moves one square forward, straight or diagonally, to a free square. Diagonally it may also take a piece of the other side; straight ahead it may not.
breakthrough-rules-end = Whoever brings a piece to the far row wins, and so does whoever takes the last piece of the other side. There are no draws.

breakthrough-side-0 = Dark
breakthrough-side-1 = Light
breakthrough-chevron-0 = dark piece
breakthrough-chevron-1 = light piece

breakthrough-won = { $side } wins.
breakthrough-drawn = Draw.
