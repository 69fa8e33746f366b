# The captcha's laboratory: samples, fonts and backgrounds, history, figures.
captcha-tab-settings = Settings
captcha-tab-assets = Fonts and backgrounds
captcha-tab-history = History
captcha-preset-hint = “Strong” is easy for people and costly for programs. “Classic” is the older kind of letters, which programs learn to read. Only the chosen preset is drawn; the other keeps its settings.
preset-strong = Strong
preset-classic = Classic
preset-name-strong = strong
preset-name-classic = classic
captcha-section-preset = Settings of “{ $preset }”
# Beside the name of a group of settings: how many of them are not the factory's
captcha-changed = { $count } changed
captcha-section-every = Settings for every preset

# Samples
captcha-preview = Samples
captcha-preview-button = Draw samples
captcha-letters-button = Use other letters
captcha-sample = Sample { $number }: { $word }
captcha-sample-figures = { $bytes } bytes, { $ms } ms, contrast { $contrast }
captcha-faint = Below 4.5: hard to see.
captcha-samples-mean = { $count } samples of these values: { $bytes } bytes and { $ms } ms on average, contrast at least { $contrast }.
captcha-samples-slow = Only { $count ->
    [one] one sample
   *[other] { $count } samples
  }, because these values take a long time to draw: { $bytes } bytes and { $ms } ms on average, contrast at least { $contrast }.
captcha-samples-failed = The samples could not be drawn. Correct the fields, or try again with the button.
captcha-look-theme = Page
captcha-look-scale = Screen
captcha-scale-1 = 1×
captcha-scale-2 = 2×
captcha-look-at-assets = See every font and background

# History
captcha-again = The form holds the values of version { $version }. Nothing is saved yet.
captcha-history-title = History of the captcha’s settings
captcha-history-text = Every version is kept. The button below a version puts its values into the form, where you can see samples before you save.
captcha-history-none = These are the factory settings: nobody has saved others yet.
captcha-history-cut = Only the last { $count } versions are listed.
captcha-version = Version { $version }
captcha-version-in-force = in use
captcha-version-by = Saved by { $who }
captcha-version-same = Nothing was changed.
captcha-version-before = Before
captcha-version-after = After
captcha-version-unreadable = This version was saved by another release of the program and cannot be read here.
captcha-version-again = Use version { $version } again

# Fonts and backgrounds
upload-title = Upload
upload-label = Fonts (TTF, OTF) and pictures (PNG, JPEG, GIF, WebP)
upload-button = Upload files
upload-none = No file was chosen.
upload-outcomes = Results of the upload
upload-refused = Not kept:
upload-font = kept as a font
upload-background = kept as a background
upload-broke = damaged: the program that reads such files failed on it
upload-known = the same file is already there: { $name }
upload-name-taken = another file has this name: remove that one first, or rename yours
upload-no-room = no more room: remove other files first
upload-no-memory = the backgrounds would take too much memory: upload a smaller picture, or remove others first
upload-too-many = too many files at once: upload this one again by itself
assets-limits = At most { $files } files at once, { $megabytes } MB each; { $kept } files and { $all } MB can be kept in all. Every node of the site uses them.
assets-uploads = Uploaded files
assets-uploads-none = No file has been uploaded.
assets-rescan = Read the directories again
assets-rescan-text = The directories in the settings are read when the server starts and when the settings change. After you put a file there, have them read again.
assets-rescanned = The directories have been read again.
assets-removed = The file has been removed.
assets-built-in = No font is usable, so the built-in font is used.
assets-plain = No background is usable, so the background is a plain colour.
asset-name = Name
asset-kind = Kind
asset-kilobytes = KB
asset-font = Font
asset-background = Background
asset-shipped = built in
asset-directory = from the directory
asset-uploaded = uploaded
asset-remove = Remove
asset-remove-ask = Remove { $name } for good?
asset-remove-name = Remove { $name }
asset-font-preview = All letters of the font { $name }
asset-thumbnail = The background { $name }
skipped-neither = neither a TrueType or OpenType font nor a PNG, JPEG, GIF or WebP picture
skipped-unreadable = the server cannot open it: { $why }

# Figures
captcha-tab-metrics = Statistics
metrics-title = How visitors did
metrics-preset = Preset
metrics-every-preset = all
metrics-span = Period
metrics-days = { $count } days
metrics-show = Show
metrics-solved-share = Share of right answers
metrics-audio-share = Listened to
metrics-median = Median time
metrics-median-s = Median (s)
metrics-answers = Outcomes
metrics-answers-alt = Bars: solved, wrong and expired captchas by day. The table below has the same numbers.
metrics-medians = Median time to a right answer, in seconds
metrics-medians-alt = Line: the median time to a right answer by day. The table below has the same numbers.
metrics-median-text = The time runs from the appearance of the picture to the answer and includes the rest of the form. Medians are accurate to ten per cent.

# Gauges
gauge-person = Hard for a person?
person-few = Not enough yet
person-few-text = Right at the first try with these saved settings in { $days } days: { $right } of { $visitors }. An estimate needs at least { $enough } visitors.
person-text = { $percent } % of { $visitors } visitors in { $days } days were right at the first try, and half of all right answers took at most { $seconds } s.
protection-title = What protects the site
protection-work = With reading or listening, an account costs a visitor’s computer { $tries } tries of work; without either, four times as many. Invitations and requests to the owner cost none.
protection-no-work = Work is switched off: a program that reads the picture or listens to the recording gets in for nothing.
protection-ceiling = At most { $site } accounts an hour get in without your approval, { $network } of them from one network; any others wait for you under “Users”.
protection-no-ceiling = The price does not rise with the number of accounts, because “Price rises with failures and volume” is off: everybody who pays it gets in.
protection-without-scripts = Browsers without scripts do no work: { $network ->
    [0] none of them gets in, and none of their accounts may wait for you.
   *[other] at most { $site } of them get in an hour, { $network } from one network, and as many more accounts may wait for you.
}
reading-none = No member has taken the reading test with these settings yet.
reading-totals = In the reading test members read { $percent } % of { $pictures } pictures right at the first try ({ $readers ->
    [one] one reader
   *[other] { $readers } readers
}).
reading-link = Send this link to your members and ask them to read twenty pictures:
person-easy = Easy
person-middling = Some trouble
person-hard = Hard

# Read by programs
captcha-tab-bench = Measure
gauge-bot = Read by programs?
bench-gauge = What a program learned to read
bench-idle = Not measured
bench-idle-text = Nothing has been measured since the server started.
bench-running = Measuring
bench-busy = Other values are being measured at the moment. Yours are still here: press Measure again when that is done.
bench-running-text = { $percent } % done. You may leave this page: the measurement continues.
bench-failed = The measurement failed
bench-failed-text = { $why }
bench-few = Few words read
bench-some = Some words read
bench-many = Many words read
bench-done-text = The best of three programs, each trained on { $images } pictures for { $seconds } s, reads { $percent } % of the words and { $letters } % of the letters. Words read by each: one row { $ctc } %, one row or two { $rows } %, positions { $positions } %. For comparison, the first of the three reads { $reference } % of the words of plain classic captchas. Measured { $when }.
bench-measure = Measure these values
bench-measure-saved = Measure the saved settings
bench-cancel = Stop measuring
bench-measured = What was measured
bench-measured-saved = The settings that are saved now.
bench-measured-value = Measured
bench-use = Put these values into the form
bench-plan = Three programs take turns: one reads a row of letters, one finds out whether there are one or two rows, one knows only the positions of the letters. Each draws { $images } pictures with the settings, learns from them for { $seconds } s on one processor at the lowest priority, and is tested on { $fresh } new ones. The best of them counts.
bench-text = The measurement compares settings. It does not show what a determined attacker with more pictures and more time could read. With enough of both, every captcha that people can read is defeated: what protects a site is what surrounds the picture.
bench-see = What was measured
bench-other = These values have not been measured
bench-other-text = Other values, fonts or backgrounds have been measured since the server started.
bench-again = The form holds the values that were measured. Nothing is saved yet.
