# The frame of every page
skip-to-content = Skip to content
nav-site = Site
nav-games = Games
nav-admin = Admin
nav-login = Log in
nav-signup = Sign up
site-notice = Notice
site-description = Board games against the computer, at eight levels. No account needed.
# Where only people with an account may play
site-description-accounts = Board games against the computer, at eight levels.
footer-promise = Your games and your data stay on this server.
theme = Appearance
theme-auto = Auto
theme-light = Light
theme-dark = Dark

# Forms
form-errors = Please check what you entered
# Before the title of a page whose form was refused
form-error-title = Error:
password-again = Please enter your password again: for safety, it is never sent back to the page.
# The name of the frame that shows the captcha on other sites
captcha-label = Captcha
captcha-question = Are you a person?
captcha-alt = A picture of the letters to type
captcha-reload = Show another picture
captcha-audio = Listen to the code instead
captcha-hint = Type the letters in the picture
captcha-hint-both = Type the letters in the picture, or what you hear
captcha-hint-letters = In the picture: no digits; capitals do not matter; leave faint letters out.
captcha-hint-words = In the recording: a word and four digits, such as 7 dragon 0 4 4.
captcha-trap = Leave this field empty
captcha-later = You have had several pictures in a short time. The next one is ready in { $seconds } s; what you typed stays here, except a password.
captcha-later-over = The next picture is ready.
captcha-picture-later = Too many pictures have been loaded from your network. This one appears by itself in { $seconds } s; until then you can listen, or let your computer work.
captcha-hint-recording = Type the code that you hear
captcha-raised = There are more visitors than usual, or many recent answers were wrong, so your computer has to work longer for a while.
captcha-work-button = Can’t read it or hear it? Let your computer work longer instead
captcha-members-only = Here only members see the pictures and hear the recordings. You need an invitation, or the owner of the site.
captcha-work-only = There is nothing to read: your computer works for a few seconds instead.
captcha-working = Your computer works for a few seconds while you fill in the form. This makes it expensive for programs to send the form again and again.
captcha-work-done = Done: your computer has finished its work.
captcha-held = Your computer is still working. The form will be sent automatically as soon as it is done.
captcha-work-failed = Part of this page did not arrive, so your computer cannot work. Check your connection and send the form again.
captcha-left = { $seconds } s left
captcha-progress = Progress of your computer’s work
captcha-wait = You can send the form in { $seconds } s.
captcha-no-script-wait = Your browser does not run scripts, so you wait instead of letting your computer work: type the letters, and send the form in { $seconds } s.
captcha-no-script-waited = Your browser does not run scripts: you have waited instead of letting your computer work. Type the letters, and send the form.
captcha-no-script-no-picture = Your browser does not run scripts. Allow them for this page: your computer needs them for its work.
captcha-check = Check
captcha-frame-passed = Passed.
captcha-frame-silent = The captcha did not answer: try again.
captcha-frame-code = Your code
captcha-frame-code-hint = Copy it into the field below this frame. It is valid for five minutes and for one form.
captcha-is-passed = You have passed the captcha. You do not need to do it again.
captcha-invite = Have you been invited?
captcha-invite-label = Invitation code
captcha-invite-button = Use the code
captcha-approval = Would you rather ask the owner?
captcha-approval-text = Choose a name and a password, and ask the owner of this site to approve your account. You can log in as soon as it is approved.
captcha-approval-button = Ask for approval

# Lists
pager = Pages
pager-first = First page
pager-next = Next page
games-game = Game
games-opponent = Opponent
games-state = Result
games-moves = Moves
games-when = Last move

# Home
home-title = Play
home-heading = Board games, and an opponent who always has time
home-lead = Play the computer at eight levels, from beginner to champion. No account needed.
home-lead-user = Play the computer at eight levels, from beginner to champion.
# The heading of the board: "Connect Four against Casual"
home-match = { $game } against { $level }
home-begun = The first moves have been made, and it is your turn: tap the board to take over.
continue = Continue
home-accounts = Playing here needs an account: log in, and it is your move.
home-first-tap = Tap a square of the board to make your first move.
home-all-games = See all games
home-games = Games
home-captcha = You can play the game on this page right away. Before any other game there is a short check, which keeps programs out. Once passed, it is good for 24 hours.

# Games
# The best level of the computer that a user has beaten
best-level = Best level beaten: { $level } ({ $name })
level-both = { $level } ({ $name })
games-title = Games
games-all = All games
games-mine = Your games
new-game = New game
new-variant = Variant
new-level = Level
new-side = You play
new-start-position = Custom position
new-position = Starting position
new-position-hint = Leave this empty for the usual position. Otherwise paste the position string of a match (in its menu, under “{ board-as-text }”), or type one in the same form.
new-options = Rule options
new-captcha = If you have no account, a short check may come first.
new-results = How we measured this
new-start = Start game
rules-link = Rules
rules-title = Rules of { $game }
rules-play = Play { $game }
rules-exercise = Your move
rules-again = Try again
# $move is the move in words, $comment a sentence of the game
rules-right = Right! { $move } { $comment }
rules-not-yet = Not yet. { $move } { $comment }
rules-nonsense = “{ $taps }” is not a move on this board. Tap a space of it.
game-side-panel = Moves
# In the menu of a match, above the list of what was chosen about its rules
game-chosen = Rules of this match
game-chosen-opening = Opening drawn by lot
game-moves = Moves
# In place of the list of moves before the first one. Sides may be plural: "Crosses"
game-begins = First move: { $side }.
# In its place where the first moves of the match were drawn by lot
game-begins-drawn = Opening drawn by lot: { $opening }. First move after it: { $side }.
game-how-column = Tap anywhere in a column.
game-how-piece = Tap a piece, then where it goes.
game-how-point = Tap a point to play there.
game-how-square = Tap a square to play there.
game-moves-here = The moves will be listed here; tap one to go back to it.
game-sounds = Sound
game-steps = Step through the game
game-first = Starting position
game-back = Previous move
game-forward = Next move
game-present = Latest position
game-takeback = Take back
game-hint = Hint
game-draw = Offer a draw
game-claim = Claim a draw
game-record = Save as { $format }
game-resign = Resign
game-resign-ask = Give up this game?
game-resign-unplayed = Give up this game? You have not moved yet, so it does not count as lost.
game-resign-yes = Yes, resign
game-resign-no = No, play on
game-result = After the game
game-coach-off = Got it
game-rematch = Play again
game-rematch-as = Play again as { $side }
picture-title-start = { $game }: the starting position
picture-title = { $game }: the position after { $move }
preview-match = { $game }: { $players }
game-next-level = Next level: { $level }
game-look-back = Look back
game-share = Share
game-share-link = Link to this game
game-share-copy = Copy link
game-share-picture = Picture
game-share-send = Send …
game-share-done = Copied.
game-share-selected = The link is selected: copy it.
# The toolbar of a match: words under its icons
game-flip = Flip
game-menu = More
game-picture = Picture of the position

# Accounts
signup-title = Sign up
signup-lead = An account keeps your games, including those you began as a guest.
signup-approval = The owner of this site approves each new account before it can be used.
signup-invited = You are invited: choose a name and a password, and you are in.
signup-name = Name
signup-name-hint = 2 to 20 letters, digits, _ or -, beginning with a letter. Others can see it.
signup-password = Password
signup-password-hint = At least 8 characters. A few words in a row are easy to remember and hard to guess.
signup-button = Create account
names-limited = Too many names that are already taken have been tried from your network. Try again in { $wait }.
password-show = Show
password-hide = Hide
signup-have-account = Already have an account?
login-title = Log in
login-name = Name
login-password = Password
login-button = Log in
login-no-account = No account yet?
login-again = Please type your password once more before you go on.
login-forgot = Forgot your password? Ask the owner of this site for a link to choose a new one.
verify-title = One moment, please
verify-lead = A short check keeps programs out. After it you can play for 24 hours.
verify-button = Continue
verify-accounts-only = To play here you need an account.
verify-account = With an account you won’t be asked again.
setup-title = Welcome
setup-lead = This site is new. Create the account of its first admin, who can change the settings and manage the users.
setup-link-spent = This link is not valid or has already been used.
setup-link-replaced = A newer link has taken the place of this one: each start of the site and “rookery admin setup-link” print one, and the last one counts. Nobody has used this one.
setup-link-how = Run “rookery admin setup-link” on the server: as long as there is no admin, it prints a new link.
setup-button = Create admin account
reset-title = New password
reset-lead = Choose a new password for { $name }. You will be logged out on all your devices.
reset-password = New password
reset-link-spent = This link is not valid, has already been used, or has expired. Ask an admin for a new one.
reset-button = Save password
reset-done = Your new password has been saved. Log in with it.
pending-title = Almost there
pending-text = The account { $name } has been created. You can log in as soon as the owner of this site has approved it. Games played in this browser until then go to your account.
pending-meanwhile = Play as a guest for now
closed-title = No new accounts
closed-invite = You need an invitation to sign up. If you have one, open its link, or type its code here.
closed-text = This site is not accepting new accounts right now. You can still look around.
account-title = Your account
account-best = Results
account-results = { $won } won, { $drawn } drawn, { $lost } lost
account-best-level = Best level beaten:
account-filter = Which game
account-none-of-game = You have not played this one yet.
account-no-games = You have not played yet.
account-download = Download all games
account-download-of = Download all games of { $game }
account-password = Password
account-old-password = Current password
account-new-password = New password
account-change-password = Change password
account-password-effect = A new password logs your other devices out.
account-changed = Your password has been changed.
account-device = This device
account-device-text = If others use this computer too, log out when you are done.
account-logout = Log out
account-delete = Delete this account
account-delete-text = Your games against the computer, your results and your best levels are deleted for good.
account-delete-log = { $count ->
    [one] Your name stays in the site’s log, which only its admins can read, for another day.
   *[other] Your name stays in the site’s log, which only its admins can read, for another { $count } days.
}
account-delete-links = Invitations and password links that you have made as an admin stop working.
account-delete-keep = If you want to keep your games, download them first:
account-delete-yes = Delete my account
account-deleted = Your account has been deleted.
account-delete-last-admin = You are the only admin: make another user an admin first.

# Errors
error-reference = If you ask for help, give this reference:
error-home = Home
error-back = Back

# Admin
admin-title = Admin
admin-overview = Overview
admin-log-in-again = You have been away for a while, and have to log in again before you can save what is typed here.
admin-log-in-there = Log in (in a new tab), then come back
admin-captcha = Captcha
admin-users = Users
admin-waiting = Waiting for approval
admin-games = Games
admin-playing = In progress
admin-waiting-total = { $count ->
    [one] 1 account waits for you.
    [1000] 1000 accounts or more wait for you.
   *[other] { $count } accounts wait for you.
}
# After the number of those who wait
admin-held = Some of them came in the last hour, when there were more sign-ups than usual, or more sign-ups without scripts than are let in. It may be an attack, or a class signing up: for a class, add its network to limits.exempt or make an invitation.
admin-waiting-see = See who is waiting
admin-captcha-days = Captchas by day
admin-captcha-none = No captcha has been shown yet.
admin-day = Day
admin-audit = Audit log
audit-when = When
audit-actor = Who
audit-action = What
audit-subject = To what
audit-times = { $count } times
# A line that counts several times, by the first person or thing that it was done to
audit-and-others = { $first } and others
audit-several = several
audit-change = Change
audit-every = All
audit-who-hint = A name, “(console)”, or a visitor’s network as the log has it, such as “198.51.100.0/24”.
audit-none = No line of the log matches.
captchas-issued = Shown
captchas-solved = Solved
captchas-wrong = Wrong
captchas-expired = Expired
captchas-reloaded = Reloaded
captcha-information = Fonts and pictures on the server
captcha-fonts-found = Fonts found
captcha-backgrounds-found = Backgrounds found
captcha-library = Drawing library
captcha-skipped = Files that are not used
captcha-locked = Set in the environment or on the command line of the server: change it there.
captcha-number = A number { $range }. Factory setting: { $factory }
captcha-factory-value = Factory setting: { $factory }
captcha-saved = Saved. New captchas are drawn with these settings.
captcha-weak = Programs can read the preset “classic” after some training. It keeps out only simple programs.
captcha-reading-stays = Reading is switched off, and stays open all the same: work is off as well, and everybody needs one way in.
captcha-work-too-long = At the raised price the work alone takes an ordinary computer { $work }, and a captcha ends after { $life }: people who cannot read it may not get in. Choose less work.
captcha-save = Save
captcha-factory = Reset to factory settings
conflict-title = Somebody else saved first
conflict-text = { $who } changed these settings while you were editing. Nothing of yours has been saved; your values are still in the form. Save again to apply them.
conflict-before = Before
conflict-now = Now
conflict-setting = Setting
users-name = Name
users-role = Role
users-state = State
users-created = Created
users-seen = Last seen
users-acts = Actions
users-find = Name begins with
users-only-all = All
users-only-admins = Admins
users-only-disabled = Disabled
users-none = No account matches.
users-choose = Choose
users-chosen = Waiting accounts can be approved or deleted together: choose them in the list.
users-chosen-approve = Approve chosen accounts
users-chosen-delete = Delete chosen accounts
users-chosen-ask = Delete the accounts that you have chosen, for good?
users-chosen-approved = { $count ->
    [one] One account has been approved.
   *[other] { $count } accounts have been approved.
}
users-chosen-deleted = { $count ->
    [one] One account has been deleted.
   *[other] { $count } accounts have been deleted.
}
users-chosen-left = { $count ->
    [one] One of the chosen accounts was not changed: it was no longer waiting, or something went wrong. Look at the list.
   *[other] { $count } of the chosen accounts were not changed: they were no longer waiting, or something went wrong. Look at the list.
}
users-me = you
users-total = { $count ->
    [one] One account.
   *[other] { $count } accounts.
}
users-waiting-total = { $count ->
    [one] { $count } account is waiting for your approval. It is listed first.
   *[other] { $count } accounts are waiting for your approval. They are listed first.
}
users-link = The link is not shown again: copy it now.
users-admin = Admin
users-plain = Player
users-active = active
users-disabled = disabled
users-waiting = waiting for approval
users-grant = Make admin
users-grant-ask = Make { $name } an admin, with all your rights?
users-grant-name = Make admin: { $name }
users-revoke = Remove as admin
users-revoke-name = Remove as admin: { $name }
users-approve = Approve
users-approve-name = Approve { $name }
users-enable = Enable
users-enable-name = Enable { $name }
users-disable = Disable
users-disable-name = Disable { $name }
users-reset = Password link
users-reset-name = Password link for { $name }
users-delete = Delete
users-delete-name = Delete { $name }
users-delete-ask = Delete { $name } for good?
# After it, of an admin
users-delete-ask-links = Invitations and password links that { $name } made stop working, too.
users-delete-yes = Yes, delete
users-done-approve = The account { $name } has been approved.
users-done-enable = The account { $name } has been enabled.
users-done-disable = The account { $name } has been disabled.
users-done-grant = { $name } is now an admin.
users-done-revoke = { $name } is no longer an admin.
# After a sentence about an admin who has been disabled or is no longer one
users-done-links = Invitations and password links that { $name } made no longer work.
users-done-delete = The account { $name } has been deleted.
users-done-withdraw = The invitation { $number } has been withdrawn. Its link no longer works.
# After a sentence about a new admin or a password link
users-but-disabled = The account is disabled: { $name } cannot log in until you enable it.
users-but-waiting = The account is waiting for approval: { $name } cannot log in until you approve it.
users-invites = Invitations
users-invite-text = An invitation is a link that lets people sign up without a captcha: one person, or a whole class. The last part of the link is the code.
users-invite = Make an invitation
users-invite-uses = Number of accounts
users-invite-uses-hint = How many people may sign up with the link.
users-invite-note = Note
users-invite-note-hint = For admins only, such as “Class 7b”.
users-invite-number = Number
users-invite-maker = By
users-invite-created = Created
users-invite-used = Used
users-invite-of = { $used } of { $uses }
users-invite-until = Last day
users-withdraw = Withdraw
users-withdraw-ask = Withdraw this invitation? Its link stops working at once.
users-withdraw-name = Withdraw the invitation { $number }

# The reading test
reading-title = Reading test
reading-text = Help the owner of this site: read { $pictures } pictures like those on the sign-up page. It takes about three minutes, and nothing depends on the result.
reading-place = Picture { $n } of { $pictures }
reading-next = Next
reading-right = Right.
reading-over = The owner has changed the settings: this is a new test, with other pictures.
reading-wrong = That was “{ $word }”; you typed “{ $typed }”.
reading-missing = Type what you can read; a guess is fine.
reading-done = Thank you. You read { $correct } of { $pictures } pictures right.
reading-again = Read another { $pictures }
