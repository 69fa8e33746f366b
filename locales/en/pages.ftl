# The frame of every page
skip-to-content = Skip to the content
nav-site = Site
nav-games = Games
nav-admin = Admin
nav-login = Log in
nav-signup = Sign up
site-notice = Notice
site-description = Board games against a computer with eight levels. No account is needed.
footer-promise = Your games and your data stay on this server.
theme = Colours
theme-auto = Auto
theme-light = Light
theme-dark = Dark

# Forms
form-errors = Please check what you entered
password-again = For your safety the server never sends a password back: please type it again.
captcha-label = Captcha validation
captcha-alt = A picture of the letters to type
captcha-reload = Show another picture
captcha-audio = Listen to the code instead
captcha-hint = Type the letters shown in the image above
captcha-hint-letters = Capitals do not matter. There are no digits, and faint letters do not count.
captcha-trap = Leave this field empty
captcha-later = You have had several pictures in a short time. The next one is ready in { $seconds } s; what you typed stays here.
captcha-later-over = The next picture is ready.
captcha-picture-later = Too many pictures have been fetched from here. This one will appear by itself in { $seconds } s; until then you can listen, or let the computer work.
captcha-hint-recording = Type the code that you hear
captcha-raised = More visitors than usual are coming in, or many recent answers were wrong. So your computer works longer than usual for a while.
captcha-work-button = Can’t read it or hear it? Let your computer work longer instead
captcha-work-only = There is nothing to read: your computer works for a few seconds instead.
captcha-working = Your computer works for a few seconds while you fill in the form. That makes it expensive for programs.
captcha-work-done = Done: your computer has worked enough.
captcha-held = Your computer is still working. The form will be sent automatically as soon as it is done.
captcha-left = { $seconds } s left to wait
captcha-progress = Progress of the work
captcha-wait = The form can be sent in { $seconds } s.
captcha-no-script-wait = Your browser runs no scripts, so there is a wait in place of your computer’s work: type the letters and send the form in { $seconds } s.
captcha-no-script-no-picture = This needs a browser that runs scripts.
captcha-check = Check
captcha-frame-passed = Passed.
captcha-frame-code = Your code
captcha-frame-code-hint = Copy it into the field below this frame. It is valid for five minutes and for one form.
captcha-is-passed = You have passed the captcha. You need not do it again.
captcha-invite = Have you been invited?
captcha-invite-label = The code of your invitation
captcha-invite-button = Use the invitation
captcha-approval = Would you rather ask the owner?
captcha-approval-text = Fill in name and password and ask the owner of this site to let you in. You can log in once the owner has done so.
captcha-approval-button = Ask the owner to let me in

# Lists
pager = Pages
pager-first = First page
pager-next = Next page
games-game = Game
games-opponent = Opponent
games-state = State
games-plies = Moves
games-when = Last move

# Home
home-title = Play
home-heading = Board games, and an opponent who is always in
home-lead = Play against a computer with eight levels, from beginner to best. No account is needed.
home-first-tap = Tap a square of the board to make your first move.
home-all-games = See all games
home-games = Games
home-captcha = Before your first game we ask you once to read a few letters from a picture. That keeps programs from wasting our computer’s time.

# Games
games-title = Games
games-all = All games
games-mine = Your games
new-game = New game
new-variant = Rules
new-level = Your opponent
new-side = You play
new-start-position = Another starting position
new-position = Starting position
new-options = Rule options
new-captcha = If you are new here, we first ask you to read a few letters from a picture.
new-start = Start the game
rules-link = Rules
rules-title = Rules: { $game }
rules-play = Play this game
game-side-panel = Moves
game-moves = Moves
game-sounds = Sound
game-steps = Step through the game
game-first = To the start
game-back = One move back
game-forward = One move forward
game-present = Back to the game
game-takeback = Take back
game-hint = Hint
game-draw = Offer a draw
game-claim = Claim a draw
game-record = Save as { $format }
game-resign = Resign
game-resign-ask = Give up this game?
game-resign-yes = Yes, I resign
game-rematch = Play again
game-next-level = Next level: { $level }

# Accounts
signup-title = Sign up
signup-lead = An account keeps your games, including those that you began as a guest.
signup-approval = The owner of this site looks at new accounts before they can be used.
signup-invited = You are invited: choose a name and a password, and you are in.
signup-name = Name
signup-name-hint = 2 to 20 letters, digits, _ or -, beginning with a letter. Others see it.
signup-password = Password
signup-password-hint = At least 8 characters. A few words in a row are easy to remember and hard to guess.
signup-button = Create the account
signup-have-account = Do you have an account?
login-title = Log in
login-name = Name
login-password = Password
login-button = Log in
login-no-account = No account yet?
login-again = Please type your password once more before you go on.
login-forgot = Forgotten your password? The owner of this site can give you a link for a new one.
verify-title = One moment, please
verify-lead = Read the letters once, then play as much as you like.
verify-button = Continue
verify-accounts-only = To play here you need an account.
verify-account = With an account you are never asked.
setup-title = Welcome
setup-lead = This site is new. Create the account of its first admin: it can change settings and look after users.
setup-link-spent = This link is not valid, or it has been used.
setup-link-how = Start the server again: as long as there is no admin, it prints a new link.
setup-button = Create the admin’s account
reset-title = New password
reset-lead = Choose a new password for { $name }. Everybody who is logged in with this name is logged out.
reset-password = New password
reset-link-spent = This link is not valid, or it has been used. Ask an admin for another one.
reset-button = Save the password
pending-title = Almost there
pending-text = The account { $name } has been created. The owner of this site will look at it soon; then you can log in.
pending-meanwhile = Play as a guest meanwhile
closed-title = No new accounts
closed-invite = New accounts need an invitation. If you have one, open the link that you were given, or type its code.
closed-text = The owner of this site does not take new accounts at the moment. You can still look around.
account-title = Your account
account-no-games = You have not played yet.
account-password = Password
account-old-password = Current password
account-new-password = New password
account-change-password = Change the password
account-password-effect = Your other devices are logged out when the password changes.
account-changed = Your password has been changed.
account-device = This device
account-device-text = On a computer that others use too, log out when you have finished.
account-logout = Log out

# Errors
error-reference = If you ask for help, give this reference:
error-home = To the start page

# Admin
admin-title = Admin
admin-overview = Overview
admin-captcha = Captcha
admin-users = Users
admin-waiting = Waiting for approval
admin-games = Games
admin-playing = In progress
admin-held = { $count ->
    [one] 1 new account waits for you
   *[other] { $count } new accounts wait for you
  }, because within an hour more accounts were made than this site usually sees. It may be an attack, or a class that signs up: for one, add its network to limits.exempt or make an invitation.
admin-held-see = See who waits
admin-captcha-days = Captchas by day
admin-captcha-none = No captcha has been shown yet.
admin-day = Day
admin-audit = Audit log
audit-when = When
audit-actor = Who
audit-action = What
audit-subject = To what
audit-times = { $count } times
captchas-issued = Shown
captchas-solved = Solved
captchas-wrong = Wrong
captchas-expired = Expired
captchas-reloaded = Changed
captcha-mean = Mean time in seconds
captcha-information = Image and font information
captcha-fonts-found = Fonts found
captcha-backgrounds-found = Backgrounds found
captcha-library = Drawing library
captcha-skipped = Files that are not used
captcha-locked = Fixed by the environment or the command line of the server: change it there.
captcha-number = A number { $range }. Factory setting: { $factory }
captcha-factory-value = Factory setting: { $factory }
captcha-saved = Saved. New captchas are drawn with these settings.
captcha-weak = Programs can read the preset “classic” after some training. It keeps out only simple programs.
captcha-save = Save
captcha-factory = Back to factory settings
conflict-title = Somebody else was faster
conflict-text = { $who } changed these settings while you were editing. Nothing of yours has been saved; your values are still in the form. Save again to apply them.
conflict-before = Before
conflict-now = Now
conflict-setting = Setting
users-name = Name
users-role = Role
users-state = State
users-created = Since
users-seen = Last seen
users-acts = Actions
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
users-grant-name = Make { $name } an admin
users-revoke = Remove as admin
users-revoke-name = Remove { $name } as admin
users-approve = Approve
users-approve-name = Approve { $name }
users-enable = Enable
users-enable-name = Enable { $name }
users-disable = Disable
users-disable-name = Disable { $name }
users-reset = Reset link
users-reset-name = Make a link with which { $name } can choose a new password
users-delete = Delete
users-delete-name = Delete { $name }
users-delete-ask = Delete { $name } for good?
users-delete-yes = Yes, delete
users-invites = Invitations
users-invite-text = An invitation is a link with which people can sign up without a captcha: one person, or a whole class. Its last part is the code.
users-invite = Make an invitation
users-invite-uses = Number of accounts
users-invite-uses-hint = How many people may sign up with the link.
users-invite-created = Made
users-invite-used = Used
users-invite-of = { $used } of { $uses }
users-invite-until = Last day
users-withdraw = Withdraw
users-withdraw-name = Withdraw the invitation of { $created }

# The reading test
reading-title = Reading test
reading-text = Help the owner of this site: read { $pictures } pictures like those of the sign-up page. It takes three minutes, and nothing depends on it.
reading-place = Picture { $n } of { $pictures }
reading-next = Next
reading-right = Right.
reading-wrong = That was “{ $word }”; you typed “{ $typed }”.
reading-missing = Type what you can read; a guess is fine.
reading-done = Thank you. You read { $correct } of { $pictures } pictures right.
reading-again = Read another { $pictures }
