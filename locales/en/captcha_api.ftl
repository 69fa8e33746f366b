# The captcha for other sites: messages to their pages and servers, and the owner's list of them.

api-captcha-unknown-site = There is no site with this key. The owner of this server makes keys on the page “Captcha for other sites”.
api-captcha-no-origin = The request names no origin: only a page in a browser can ask for a challenge and answer it.
api-captcha-origin = The origin { $origin } is not one of this site’s. The owner of this server can add it on the page “Captcha for other sites”.
api-captcha-unknown-challenge = There is no such challenge, or it is over. Ask for a new one.
api-captcha-missing = There is no answer. Type what the picture shows or what you hear.
api-captcha-wrong = This is not what the picture shows. Here is a new one.
api-captcha-expired = The picture had expired. Here is a new one.
api-captcha-used = This picture has been answered already. Here is a new one.
api-captcha-secret = No site has this secret. A lost secret cannot be read again: remove the site and add it again.
api-captcha-pass-unknown = This site has no such token: it was never issued, or it was issued to a visitor of another site.
api-captcha-pass-expired = The token has expired: the visitor has to pass the captcha again.
api-captcha-pass-used = The token has been used already: each is valid for one form.

admin-captcha-sites = Captcha for other sites
sites-text = A forum or a shop can use this server’s captcha. Its pages ask for a picture with the site’s key, and its server asks here, with the secret, whether a visitor has passed.
sites-none = No other site uses this captcha.
sites-name = Name
sites-key = Site key
sites-origins = Origins
sites-created = Since
sites-acts = Actions
sites-remove = Remove
sites-remove-name = Remove { $name }
sites-remove-ask = Remove { $name }? Its key and its secret stop working at once.
sites-remove-yes = Yes, remove
sites-add = Add a site
sites-origins-hint = Where its pages are, one a line: https://forum.example.org
sites-made = { $name } has been added.
sites-secret = This is its secret. It is not shown again: put it into the configuration of the site’s server now, never into a page.
sites-secret-label = Secret
sites-name-missing = Give the site a name of at most 60 characters.
sites-origins-missing = Say where the site’s pages are: one to twenty origins, one a line.
sites-origins-wrong = “{ $origin }” is not an origin. Write http:// or https://, the host and nothing after it: https://forum.example.org
