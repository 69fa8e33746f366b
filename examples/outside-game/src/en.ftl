# Breakthrough.

breakthrough-title = Breakthrough
breakthrough-summary = Two rows of men each on six by six squares, and one of them has to get through.

breakthrough-rules-aim = The board has six rows of six squares. Each side begins with two rows of men. Dark moves first; then the sides take turns.
breakthrough-rules-moves = A man moves one square forward, straight or diagonally, to a free square. Diagonally it may also take a man of the other side; straight ahead it may not.
breakthrough-rules-end = Whoever brings a man to the far row wins, and so does whoever takes the last man of the other side. There are no draws.

breakthrough-side-0 = Dark
breakthrough-side-1 = Light
breakthrough-disc-0 = dark man
breakthrough-disc-1 = light man

breakthrough-won = { $side } wins.
breakthrough-drawn = Draw.
