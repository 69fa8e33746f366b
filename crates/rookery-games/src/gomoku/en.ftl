# Gomoku.

gomoku-title = Gomoku
gomoku-summary = Get five stones in a row on the crossings. Renju and other rules, too.
# How long a game takes, and how hard it is to learn
gomoku-glance-time = 10 minutes
gomoku-glance-rules = One rule to learn

gomoku-side-0 = Black
gomoku-side-1 = White
gomoku-stone-0 = black stone
gomoku-stone-1 = white stone

# Rules and options
gomoku-variant-exactly-five = Exactly five in a row
gomoku-variant-caro = Caro: five shut in at both ends do not win
gomoku-variant-renju = Renju: some moves are forbidden to Black
gomoku-size = Board
gomoku-size-15 = 15 lines each way
gomoku-size-19 = 19 lines each way
gomoku-opening = First stones
gomoku-opening-free = Anywhere
gomoku-opening-pro = Pro: Black’s first in the centre, the second outside the five by five points around it
gomoku-opening-swap = Swap: Black puts down three stones, then White may change colours
gomoku-opening-swap2 = Swap2: the same, but White may also put down two more and leave the choice to Black

## Board themes

gomoku-theme-standard = Kaya wood
gomoku-theme-slate = Slate

# What to do now
gomoku-task-place = Put a stone on a free crossing.
gomoku-task-first = Put the first stone in the centre.
gomoku-task-far = Put this stone outside the five by five points in the middle.
# The openings swap and swap2
gomoku-task-three-black = Put down three stones; the other player will then choose a colour. First a black one.
gomoku-task-three-white = The second of the three stones: a white one.
gomoku-task-three-last = The last of the three stones: a black one. Keep it even: the other player then chooses.
gomoku-task-choose = Choose your colour. White moves next.
gomoku-task-choose-or-two = Choose your colour, or put down two more stones. White moves next.
gomoku-task-two-white = Put down two more stones; the other player will then choose a colour. First a white one.
gomoku-task-two-black = The second of the two stones: a black one. Keep it even: the other player then chooses.

# The buttons of that choice
gomoku-choice-black = Black
gomoku-choice-white = White
gomoku-choice-two = Two more

# Its moves in words
gomoku-say-first-takes = The first player takes { $side }
gomoku-say-second-takes = The second player takes { $side }
gomoku-say-two = The second player puts down two more stones

# Why a move is not allowed
gomoku-illegal-first = Not { $square }: by the Pro rule the first stone stands in the centre.
gomoku-illegal-near = { $square } is too near: by the Pro rule Black’s second stone stands outside the five by five points in the middle.
gomoku-illegal-stone = Choose a colour before the next stone is put down.
# The same in Swap2, where the player may choose to put down two more
gomoku-illegal-stone-or-two = Choose a colour or “Two more” before the next stone is put down.
gomoku-illegal-no-choice = By these rules nobody chooses a colour: put a stone on a free crossing.
gomoku-illegal-settled = The colours are chosen already: put a stone on a free crossing.
gomoku-illegal-before-three = A colour is chosen when three stones lie on the board: put a stone on a free crossing.
gomoku-illegal-before-five = A colour is chosen when five stones lie on the board: put a stone on a free crossing.
gomoku-illegal-two = Only Swap2 allows two more stones, and only once: choose Black or White.
gomoku-illegal-overline = { $square } is forbidden to Black: it makes more than five in a row (overline).
gomoku-illegal-double-four = { $square } is forbidden to Black: it makes two fours at once (double four).
gomoku-illegal-double-three = { $square } is forbidden to Black: it makes two open threes at once (double three).

# Said of a point that renju forbids to Black
gomoku-mark-forbidden = forbidden to Black

# Endings
# In the result of a match, after "You won:" or "Draw:"
gomoku-brief-row = five in a row
gomoku-brief-no-move = every free point is forbidden
gomoku-won = { $side } wins with a row of stones: { $line }.
gomoku-full = Draw: the board is full, and nobody has won.
gomoku-no-move = Draw: every free point is forbidden to Black.

# The rules page
gomoku-rules-aim = Two players, Black and White, put stones on the crossings of a board with fifteen lines each way. Whoever first has five in a row wins.
gomoku-rules-turns = The board is empty at first, and Black begins. The players take turns to put one stone on a free crossing. A stone is never moved and never taken.
gomoku-rules-win = The row may go across, upwards or along a diagonal, and nothing may lie between its stones. By the usual rules, called freestyle, six or more win as well.
gomoku-rules-draw = If the board is full and nobody has won, the game is a draw. That hardly ever happens. In renju it is also a draw if Black is to move and every free crossing is forbidden, and if both players agree to one. Nobody may pass here; by the rules of the Renju International Federation, players may.
gomoku-rules-threats = Four in a row with one free end is a four: it has to be answered at once. With both ends free it cannot be stopped any more. Three in a row that can become such a four is an open three, and has to be answered as well.
gomoku-rules-advice = A stone that makes two threats at once nearly always wins: two fours, a four and an open three, or two open threes, as far as your rules allow them. Look at every move for what the other side threatens before you follow a plan of your own.
gomoku-rules-variants = By the rule “exactly five”, six in a row do not win. In caro, as played in Vietnam, five in a row do not win if enemy stones stand at both ends; six do.
gomoku-rules-renju = Black, who moves first, can force a win in freestyle. Renju takes the advantage back: Black may not make more than five in a row, two fours at once, or two open threes at once. A stone that makes exactly five wins, even if it does one of these as well. White may do all of it, and wins with more than five, too.
gomoku-rules-foul-three = In renju, three stones count as an open three only if Black could really make a straight four of them: with a stone that is not forbidden itself and does not make five.
gomoku-rules-opening = With the option “Pro”, Black’s first stone stands in the centre and the second outside the five by five points around it. That, too, makes the game fairer.
gomoku-rules-swap = In tournaments the players choose their colours. With “Swap”, the first player puts down three stones anywhere, a black one, a white one and a black one; the second player chooses a colour, and White moves next. With “Swap2”, the second player may also put down two more stones, a white one and a black one, and leave the choice to the first player; again White moves next.
gomoku-rules-names = Columns have letters from the left, rows numbers from below: a to o and 1 to 15, with the centre h8; on the larger board a to s and 1 to 19, with the centre j10. A move is the name of its crossing.

# Headings, captions of the diagrams, the exercise
gomoku-heading-aim = The aim and the moves
gomoku-heading-win = Five in a row
gomoku-heading-threats = Threats
gomoku-heading-variants = Other rules
gomoku-heading-names = Names
gomoku-diagram-start = Black may begin anywhere; the centre, h8, is the strongest point.
gomoku-diagram-five = Black has won: five stones lie on one diagonal, from e6 to i10.
gomoku-diagram-gap = Black moves. Make five in a row.
gomoku-diagram-gap-right = Five in an unbroken row: that wins at once.
gomoku-diagram-gap-hint = Look along the diagonals: four black stones already lie on one.
gomoku-diagram-four = A straight four: White can take f8 or k8, but not both.
gomoku-diagram-three = An open three. White answers at one of its ends, or Black makes a straight four.
gomoku-diagram-double-three = A black stone on h8 makes two open threes. In renju it is forbidden.
gomoku-diagram-double-four = A black stone on h8 makes two fours. In renju it is forbidden.
gomoku-diagram-overline = A black stone on h8 makes six in a row. In renju it is forbidden.

# In place of the task, in a visitor's first match
gomoku-coach-place = Tap a free crossing. { $rows ->
    [exactly-five] Exactly five in a row wins, and six does not
    [caro] Five in a row wins unless enemy stones stand at both ends
    [renju] Five in a row wins, but Black may not make two open threes or two fours at once, or six in a row
   *[standard] Five in a row wins
  }; block three in a row with both ends free.
