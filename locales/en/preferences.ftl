# Preferences of a visitor: how boards look, move and sound.

preferences-title = Boards and sounds
# Shown to a user, and to somebody without an account.
preferences-in-account = Kept in your account: your boards look the same wherever you log in.
preferences-in-browser = Kept in a cookie of this browser for a year. If you log in to an account without preferences of its own, it takes these over.
preferences-saved = Saved. Your boards now look like this.
preferences-save = Save
preferences-board = Board
preferences-pieces = Pieces
preferences-all-boards = All games
preferences-coordinates = Letters and numbers at the edge
preferences-coordinates-on = Show
preferences-coordinates-off = Hide
preferences-speed = Animation speed
preferences-speed-hint = If your device asks for less motion, nothing moves in any case.
preferences-speed-normal = Normal
preferences-speed-quick = Quick
preferences-speed-none = None
preferences-sounds = Sounds
preferences-sounds-hint = The switch beside a board sets this, too.
preferences-sounds-usually-on = This site’s default (on)
preferences-sounds-usually-off = This site’s default (off)
preferences-sounds-on = On
preferences-sounds-off = Off
preferences-side = Side at the bottom
preferences-side-hint = The first side has the first move: White in chess. The key F flips a board for as long as its page is open.
preferences-side-own = My side
preferences-side-first = Always the first side
# $field is the name of a field of the form.
preferences-refused = Choose one of the values for { $field }.
theme-refused = There is no colour scheme “{ $value }”: choose light, dark or auto.

# Back to where the visitor came from, without saving
preferences-back = Back

# On the page of a match.
preferences-link = Style
