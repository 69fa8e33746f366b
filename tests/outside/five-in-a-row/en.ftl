# Five in a row on nine by nine squares.

five-in-a-row-title = Five in a row
five-in-a-row-summary = Five stones in a row on nine by nine squares.

five-in-a-row-rules-aim = Whoever first has five stones or more in a row, across, down or diagonally, wins. A full board without such a row is a draw.
five-in-a-row-rules-turns = Dark begins. The sides take turns to put a stone on a free square, where it stays.

five-in-a-row-side-0 = Dark
five-in-a-row-side-1 = Light
five-in-a-row-disc-0 = dark stone
five-in-a-row-disc-1 = light stone

five-in-a-row-won = { $side } wins.
five-in-a-row-drawn = Draw.
