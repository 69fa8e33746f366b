# Messages of the handlers: refusals, reasons and names for pages and JSON.
player-you = You
player-engine = Rookery, level { $level }
player-guest = Guest
somebody = Somebody
game-between = { $first } against { $second }
side-first = { $side }
side-second = { $side }
side-random = Random
result-playing = in progress
result-won = won
result-lost = lost
result-drawn = draw
result-aborted = stopped
start-failed = The game could not start with these choices. Check them and start it again.
start-level = choose one of the levels 1 to 8.
start-begun = only some games offer a match that is already begun, and its variant, level, side and position are fixed.
start-side = choose a side: the first, the second, or a random one.
error-new-game = The game cannot start: { $what }
error-last-admin = This is the only admin now: make another user an admin first.
error-begins-over = The game cannot start, because it is already over in this position. { $why } Choose a position in which a move can be made.
error-position = This position cannot be used: { $what }.

# How long ago something was
ago-now = just now
ago-minutes = { $count ->
    [one] 1 minute ago
   *[other] { $count } minutes ago
}
ago-hours = { $count ->
    [one] 1 hour ago
   *[other] { $count } hours ago
}
ago-days = { $count ->
    [one] 1 day ago
   *[other] { $count } days ago
}

# How long somebody has to wait, as it stands in a sentence: "Try again in 5 min."
duration-seconds = { $count } s
duration-minutes = { $count } min
duration-hours = { $count } h

# Names and passwords
name-too-short = The name must have at least 2 characters.
name-too-long = The name can have at most 20 characters.
name-first-character = The name must begin with a letter.
name-character = The name can contain only the letters a to z, digits, _ and -.
name-taken = This name is taken: choose another one.
name-reserved = This name stands for the site itself: choose another one.
password-too-short = The password must have at least 8 characters.
password-too-long = The password is too long: 256 bytes at most.
password-common = This password is among the first that a program would try: choose another one.
password-blank = The password must not consist of blanks only.
password-same-as-name = The password must not be the name, nor the name repeated or with digits after it.
password-same-as-site = The password must not be the name of this site, nor that name repeated or with digits after it.
password-same-as-old = This is the password that the account has already: choose another one.
password-old-wrong = This is not your current password.
invite-invalid = This invitation is not valid, has already been used, or has expired.
login-wrong = Wrong name or password.
login-waiting = The owner of the site has not approved this account yet.
login-disabled = This account has been disabled. Ask the owner of the site.
login-captcha = Many wrong passwords have been typed for this account. Please pass the captcha and type your password again.
login-limited = Too many tries. Try again in { $wait }.
requests-limited = Too many requests for approval from your network. Try again in { $wait }, or pass the captcha.
requests-full = Too many accounts are already waiting for approval. Pass the captcha instead, or come back later.
signup-limited = Too many new accounts from your network. Try again in { $wait }.
users-choose-none = No account was chosen. Go back and choose some.
users-not-waiting = The account { $name } does not wait for approval: nothing was changed.
users-not-disabled = The account { $name } is not disabled: nothing was changed.
users-not-yourself = You cannot do this to your own account: ask another admin.
invite-made = The invitation link. It works until the end of { $day } (UTC):
invite-off = Invitations are switched off. First switch them on under “Ways in” in the captcha’s settings.
invite-closed = Nobody can sign up, not even with an invitation, while access.signup is closed.
invite-uses-wrong = The number of accounts must be from 1 to { $most }.
invite-until-wrong = The last day must be a date from { $day } on, at most a year ahead.
invite-note-wrong = The note must be one line of at most { $most } characters.
reset-made = A link for { $name } to choose a new password. It works once, within { $hours } hours:

# The captcha
captcha-wrong = That is neither what the picture shows nor what the recording says.
captcha-expired = The picture has expired. Answer this one.
captcha-used = That picture has already been used. Answer this one.
captcha-unknown = That picture was from an earlier visit, or your browser keeps no cookies from this site. If cookies are blocked, allow them; then answer this one.
captcha-missing = Nothing was typed. Type what the picture shows or what you hear.
captcha-early = That was faster than anyone can type, or the wait was not over. Send the form again in { $wait }.
captcha-more-work = There are more visitors than a moment ago, so your computer has to work a little longer. None of its work is lost: send the form again.
captcha-many-without-scripts = No more visitors without scripts are let in for now. Try again in { $wait }, or allow scripts for this page.
captcha-many-waiting = More accounts than usual were made during the last hour, and too many already wait for approval. Try again in { $wait }.
captcha-limited = Too many wrong answers from your network. Try again in { $wait }.
captcha-nothing-sent = Nothing was sent, and nothing was changed: name at least one setting.
captcha-preset-settings = Preset
captcha-word-settings = The word
captcha-letters-settings = The letters
captcha-line-settings = The line
captcha-ground-settings = The background
captcha-ways-settings = Ways in
captcha-defence-settings = Defence
captcha-fonts-settings = Fonts
captcha-image-settings = The picture
captcha-saved-unusable = Some of the saved values cannot be used by this version of the program, or conflict with values set in the environment or on the command line: the factory settings take their place
captcha-no-fonts-dir = The font path is not a directory: only the fonts that ship and uploaded ones are used
captcha-no-backgrounds-dir = The background path is not a directory: only the backgrounds that ship and uploaded ones are used
setting-unknown = There is no setting “{ $key }”.
setting-range = from { $min } to { $max }
setting-not-in-range = { $label } must be a number { $range }
setting-not-below-font-size = { $label } must be smaller than the font size
setting-not-a-switch = { $label } must be on or off
setting-not-one-of = { $label } must be one of: { $words }
setting-least-above-most = { $label } must not be above “{ $other }”
setting-not-a-path = { $label } must be the path of a directory, of at most 4,096 bytes
skipped-not-a-font = not a TrueType or OpenType font
skipped-cut-short = truncated: its end is missing
skipped-too-intricate = takes far more steps to read than an ordinary file
skipped-variable-postscript = a variable font with PostScript outlines (CFF2): use a static font
skipped-missing-letters = lacks the letters { $letters }
skipped-glyph-too-complex = its letter { $letter } is too large to draw
skipped-not-a-picture = not a PNG, JPEG, GIF or WebP picture
skipped-undecodable = cannot be read: { $why }
skipped-too-many-pixels = too large: { $width } by { $height } pixels. The maximum is { $side } pixels a side and { $pixels } in all
skipped-too-many-bytes = too large: more than { $max } bytes
skipped-no-more-room = not read: the other files already use up the limit

# Errors
error-title-not-found = The bird has flown
error-title-forbidden = Not allowed
error-title-limited = Not so fast
error-title-conflict = Changed in the meantime
error-title-server = Something went wrong
error-title-request = That did not work
error-not-found = This page does not exist, or you may not see it.
error-forbidden = You are not allowed to do this.
error-log-in = Log in first.
error-verify = Pass the captcha first.
error-method = This address does not accept this kind of request.
error-too-large = What you sent is too large.
error-bad-request = The request could not be understood. Go back and try again.
error-media-type = The body must be a form or JSON, and Content-Type must say which.
error-not-multipart = This address accepts only files, sent as multipart/form-data.
error-json = The body is not JSON: see line { $line }, column { $column }.
error-json-cut = The body ends in the middle of the JSON, on line { $line }.
error-json-object = The body is JSON, but not an object: it should begin with a curly bracket.
error-doubled = The field “{ $field }” is there more than once.
error-limited-for-now = Too many requests. Try again in a while.
error-unknown-game = There is no game “{ $game }”. Did you mean “{ $nearest }”?
error-no-such-game = There is no game “{ $game }”.
field-unknown = There is no field “{ $field }” here. Did you mean “{ $nearest }”?
field-not-known = There is no field “{ $field }” here.
field-none-known = This address takes no fields: leave “{ $field }” out.
field-missing = The field “{ $field }” is missing.
field-text = The field “{ $field }” must be a string.
field-switch = The field “{ $field }” must be true or false.
field-tokens = The field “{ $field }” must be a string or a list of strings.
field-number = The field “{ $field }” must be a whole number from { $least } to { $most }.
field-number-or = The field “{ $field }” must be a whole number from { $least } to { $most }, or “{ $word }”.
error-form = The form could not be read: { $what }
error-act = There is no such action. Reload the page and try again.
export-one-game = Choose one game: files of different games cannot be put together.
export-no-record = There is no such file format for { $game }. Without “format” you get all its games with their moves.
export-format = The only “format” is “record”. Leave it out, and you get all games with their moves.
error-picture-ply = There is no such position: this game has positions 0 to { $last }.
error-scale = A picture can be drawn at scale 1 or 2.
error-preview = These settings cannot be drawn: correct the fields that are marked.
error-conflict = Somebody else has just changed this. Look at it again.
error-stale = The game has gone on. Look at the board again.
error-origin = This form came from { $origin }, but this site’s address is set to { $here }. Nothing was done. If { $origin } is the right address, the owner has to set public_url = "{ $origin }" in config.toml, and the proxy in front of the site should pass on the Host header.
error-plain-origin = This form came from a page without https. Nothing was done. Open { $url } and try again.
error-streams = Your network has reached its limit of open boards that wait for updates ({ $limit }). Close some of them.
error-limited = Too many requests. Try again in { $wait }.
error-busy = The server is busy right now. Try again in a moment.
error-unavailable = The site cannot answer right now. Try again in a moment.
error-internal = This is our fault, not yours. Try again; the reference below helps us find the cause.
