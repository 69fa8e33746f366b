# Gomoku on nine by nine squares.

gomoku-title = Gomoku
gomoku-summary = Five stones in a row on nine by nine squares.

gomoku-rules-aim = Whoever first has five stones or more in a row, across, down or diagonally, wins. A full board without such a row is a draw.
gomoku-rules-turns = Dark begins. The sides take turns to put a stone on a free square, where it stays.

gomoku-side-0 = Dark
gomoku-side-1 = Light
gomoku-disc-0 = dark stone
gomoku-disc-1 = light stone

gomoku-won = { $side } wins.
gomoku-drawn = Draw.
