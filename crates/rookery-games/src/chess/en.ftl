# Chess.

chess-title = Chess
chess-summary = Six kinds of pieces, sixty-four squares and one king to catch. Fifteen centuries old and never played out.
# How long a game takes, and how hard it is to learn
chess-glance-time = 30 minutes
chess-glance-rules = Six pieces to learn
chess-variant-chess960 = Chess960 (shuffled)
chess-start-hint = Leave this empty for the usual position, or in Chess960 for a shuffled one. Otherwise type a position in FEN or, in Chess960, its number from 0 to 959.

chess-white = White
chess-black = Black
chess-pawn = pawn
chess-knight = knight
chess-bishop = bishop
chess-rook = rook
chess-queen = queen
chess-king = king
chess-pawn-0 = white pawn
chess-knight-0 = white knight
chess-bishop-0 = white bishop
chess-rook-0 = white rook
chess-queen-0 = white queen
chess-king-0 = white king
chess-pawn-1 = black pawn
chess-knight-1 = black knight
chess-bishop-1 = black bishop
chess-rook-1 = black rook
chess-queen-1 = black queen
chess-king-1 = black king

# Which side's pieces are worth more: pawn 1, knight and bishop 3, rook 5, queen 9
chess-material = Material
chess-material-lead = +{ $pawns }

# The rules page
chess-rules-aim = Two armies, White and Black, face each other on a board of eight by eight squares. You win by checkmate: you attack the other king so that no move can save it. The king itself is never taken.
chess-rules-start = Each side has sixteen pieces. On the rank nearest to each player, from the a-file to the h-file, stand rook, knight, bishop, queen, king, bishop, knight and rook; eight pawns stand in front of them. White moves first, then the sides take turns, one move each. You may not pass.
chess-rules-taking = A piece moves to an empty square, or to a square with a piece of the other side, which it takes: that piece leaves the board. Two pieces never stand on one square, and only the knight jumps over others.
chess-rules-rook-bishop-queen = The rook moves any number of squares along its rank or file, the bishop along its diagonals, and the queen in all these directions. They stop before a piece of their own side, and at the latest on the first piece of the other side.
chess-rules-knight = The knight moves two squares along a rank or file and then one square to the side. It does not matter what stands in between.
chess-rules-pawn = The pawn moves one square straight ahead, to an empty square; from its starting square it may move two if both are empty. It takes differently: one square diagonally ahead. It never moves back.
chess-rules-in-passing = When a pawn moves two squares and passes a square on which a pawn of yours could have taken it, you may take it as if it had moved only one. This is called en passant, in passing, and is allowed only on the very next move.
chess-rules-promotion = A pawn that reaches the last rank becomes a queen, rook, bishop or knight at once, as its player chooses, whatever has been taken before. A side can have several queens.
chess-rules-king = The king moves one square in any direction, but never to a square that the other side attacks.
chess-rules-castling = Once in a game the king may castle: it moves two squares towards a rook, and that rook moves to the square that the king has just crossed. Neither of the two may have moved before, no piece may stand between them, the king may not be in check, and the squares that it crosses and reaches may not be attacked.
chess-rules-check = A king that is attacked is in check. You must end a check at once: move the king away, take the attacker, or put a piece in between. No move may leave your own king in check.
chess-rules-mate = If you are in check and no move ends it, you are checkmated and have lost. If you are not in check but have no legal move at all, it is stalemate, and the game is drawn.
chess-rules-claims = You may claim a draw when the same position occurs for the third time, with the same side to move and the same moves possible, or when each side has made fifty moves without a capture or a pawn move. If nobody claims, the game goes on.
chess-rules-draws = The game is drawn automatically when a position occurs for the fifth time, after seventy-five moves by each side without a capture or a pawn move (unless the last one is checkmate), and when checkmate has become impossible because too few pieces are left: two kings alone or with one knight, or with bishops that all stand on squares of one colour. A player who resigns loses, unless the other side could no longer give checkmate by any sequence of moves: then the game is drawn, too.
chess-rules-960 = In Chess960 the pieces on the first rank are shuffled, in the same way for both sides: the bishops on squares of different colours and the king between the rooks; there are 960 ways. Everything else stays the same. After castling, king and rook stand where they stand after castling in ordinary chess, wherever they came from: on the c- and d-file, or on the g- and f-file. Only that king and that rook may stand on the squares that they cross and reach.
chess-rules-notation = Moves are written in the usual short way: the letter of the piece (K, Q, R, B, N; none for a pawn), an x for a capture, and the square: Nf3, exd5, e8=Q, O-O and O-O-O for castling, + for check and # for mate. You may also type both squares: g1f3, e7e8q.
chess-rules-site = To castle, choose the king and then the square two steps away, or the king and then the rook. In Chess960 choose the king and then the rook.
chess-rules-source = These are FIDE’s Laws of Chess, in force since 2023.

# What to do now
chess-task-move = Choose a piece.
chess-task-move-to = Choose where the { $piece } goes.
# Where castling is legal
chess-task-king-to = Choose where the king goes, or the rook to castle with.
chess-task-check = Check! The { $piece } on { $square } attacks your king: this move has to end the check.
chess-task-double-check = Double check! Two pieces attack your king: it has to move.
chess-task-promote = Choose what the pawn becomes.

# The square of a king in check
chess-mark-check = in check
# The square of a king that is checkmated
chess-mark-mate = checkmated

# Moves. $piece, $taken and $becomes are kinds of pieces, the others squares.
chess-say-move = { $side }: { $piece } { $from } to { $to }
chess-say-take = { $side }: { $piece } { $from } takes the { $taken } on { $to }
chess-say-promote = { $side }: pawn { $from } to { $to } becomes a { $becomes }
chess-say-take-promote = { $side }: pawn { $from } takes the { $taken } on { $to } and becomes a { $becomes }
chess-say-in-passing = { $side }: pawn { $from } takes the pawn on { $taken } en passant and lands on { $to }
chess-say-castle-short = { $side } castles kingside: king to { $king }, rook to { $rook }
chess-say-castle-long = { $side } castles queenside: king to { $king }, rook to { $rook }
chess-say-check = { $move }, check
chess-say-mate = { $move }, checkmate

# Why a move is not allowed
chess-illegal-no-piece = There is no piece on { $square }.
chess-illegal-nobody = There is no piece on { $square }, and no pawn of yours can go there.
chess-illegal-not-yours = The { $piece } on { $square } is not yours.
chess-illegal-own-piece = Your own { $piece } stands on { $square }.
chess-illegal-blocked = The { $piece } on { $square } cannot move: it is blocked on all sides.
chess-illegal-pinned = The { $piece } on { $square } may not move: it shields your king from check.
chess-illegal-cannot-help = You are in check, and the { $piece } on { $square } cannot end that.
chess-illegal-double-check = Two pieces give check at once: only the king can move.
chess-illegal-king-stuck = The king cannot move: every square that it could reach is attacked.
chess-illegal-in-the-way = The way from { $from } to { $to } is blocked: a piece stands on { $square }.
chess-illegal-knight-way = A knight moves two squares along a rank or file and one to the side: not from { $from } to { $to }.
chess-illegal-bishop-way = A bishop moves along a diagonal: not from { $from } to { $to }.
chess-illegal-rook-way = A rook moves along a rank or file: not from { $from } to { $to }.
chess-illegal-queen-way = A queen moves along a rank, file or diagonal: not from { $from } to { $to }.
chess-illegal-king-way = A king moves one square: not from { $from } to { $to }.
chess-illegal-pawn-far = A pawn goes one square ahead, or two from its first square: not from { $from } to { $to }.
chess-illegal-pawn-way = A pawn moves straight ahead and takes diagonally ahead: not from { $from } to { $to }.
chess-illegal-two-steps = A pawn moves two squares only from its starting square, and the one on { $square } has moved.
chess-illegal-straight-ahead = A pawn does not take straight ahead, and { $square } is not empty.
chess-illegal-nothing-to-take = A pawn moves diagonally only when it takes, and there is nothing to take on { $square }.
chess-illegal-in-passing = A pawn can be taken en passant on { $square } only right after it has moved two squares, and only where that leaves your king safe.
chess-illegal-promotion = A pawn becomes a queen, rook, bishop or knight: =Q, =R, =B or =N.
chess-illegal-no-promotion = Only a pawn that reaches the last rank becomes another piece, and this move to { $square } is not such a move.
chess-illegal-king-into-check = Your king may not go to { $to }: the { $piece } on { $square } attacks that square.
chess-illegal-stays-in-check = Your king would still be in check from the { $piece } on { $square } after a move to { $to }.
chess-illegal-opens-check = A move to { $to } would leave your king in check from the { $piece } on { $square }.
chess-illegal-castling-lost = You cannot castle on that side: the king or that rook has moved, or the rook is gone.
chess-illegal-castling-in-check = You cannot castle while you are in check.
chess-illegal-castling-blocked = You cannot castle: the { $piece } on { $square } stands in the way.
chess-illegal-castling-through = You cannot castle: the king may not cross or reach { $to }, which the { $piece } on { $square } attacks.
chess-illegal-takes-nothing = There is nothing to take on { $square }.
chess-illegal-no-such = You have no { $piece } that can go to { $square }.
# $from is the letter of a file, the number of a rank, or the name of a square
chess-illegal-no-such-file = You have no { $piece } on the { $from }-file that can go to { $square }.
chess-illegal-no-such-rank = You have no { $piece } on rank { $from } that can go to { $square }.
chess-illegal-no-such-square = You have no { $piece } on { $from } that can go to { $square }.
chess-illegal-which = More than one { $piece } of yours can go to { $square }: say which one by its square, { $from }.

# Endings
# In the result of a match, after "You won:" or "Draw:"
chess-brief-checkmate = checkmate
chess-brief-stalemate = stalemate
chess-brief-dead = too few pieces for checkmate
chess-brief-fivefold = the same position for the fifth time
chess-brief-seventy-five = seventy-five moves without a piece taken or a pawn moved
chess-brief-fifty = fifty moves without a piece taken or a pawn moved
chess-end-checkmate = Checkmate: { $winner } wins, { $loser } cannot get out of check.
chess-end-stalemate = Draw by stalemate: { $side } is not in check but has no legal move.
chess-end-dead = Draw: with the pieces that are left, nobody can be checkmated.
chess-end-fivefold = Draw: the same position has come up for the fifth time.
chess-end-seventy-five = Draw: seventy-five moves each without a capture or a pawn move.
chess-end-threefold = Draw by claim: the same position has come up for the third time.
chess-end-fifty = Draw by claim: fifty moves each without a capture or a pawn move.

## Board themes and sets of pieces

chess-theme-standard = Wood
chess-theme-green = Green
chess-theme-blue = Blue
chess-theme-grey = Grey
chess-theme-contrast = High contrast
chess-set-standard = Carved
chess-set-flat = Flat

# Headings, captions of the diagrams, the exercise
chess-heading-aim = The aim and the starting position
chess-heading-rook-bishop-queen = How the pieces move
chess-heading-pawn = Pawns
chess-heading-castling = Castling
chess-heading-check = Check, mate and stalemate
chess-heading-claims = Draws
chess-heading-960 = Chess960
chess-heading-notation = Writing and entering moves
chess-diagram-lines = The queen goes along all eight lines, until the edge or a piece is in its way; it may take the knight on g8. Rooks move along ranks and files only, bishops along diagonals only.
chess-diagram-steps = The knight jumps to any of eight squares. The king goes one step, but not to the h-file here: the black rook attacks it.
chess-diagram-pawns = Pawns move straight ahead, from their first square one step or two, and take to the side. On the last rank a pawn becomes another piece.
chess-diagram-in-passing = Black’s pawn has just gone from d7 to d5. White takes it in passing, as if it stood on d6.
chess-diagram-castling = White may castle with the rook on h1. With the other it is not allowed here: the king would cross d1, which the black rook attacks.
chess-diagram-check = The rook gives check. White takes it, puts the bishop in between, or moves the king out of the way.
chess-diagram-mate = White moves. Give checkmate: attack the king so that no move can save it.
chess-diagram-mate-right = The king is in check, its own pawns stand in its way, and nothing can come between.
chess-diagram-mate-hint = The black king cannot leave the last rank.
chess-diagram-stalemate = Black’s king is not in check, but Black has no legal move: stalemate, a draw.
