"""A guest book by Flask-WTF, whose RecaptchaField is given the addresses of a Rookery server and nothing else."""

import logging
import os
import sys

from flask import Flask, render_template_string
from flask_wtf import FlaskForm, RecaptchaField
from werkzeug.serving import make_server
from wtforms import StringField, SubmitField
from wtforms.validators import DataRequired

server = os.environ["CAPTCHA_SERVER"]
app = Flask(__name__)
app.config.update(
    SECRET_KEY="of a test",
    RECAPTCHA_PUBLIC_KEY=os.environ["CAPTCHA_KEY"],
    RECAPTCHA_PRIVATE_KEY=os.environ["CAPTCHA_SECRET"],
    RECAPTCHA_SCRIPT=f"{server}/captcha/widget.js",
    RECAPTCHA_VERIFY_SERVER=f"{server}/api/v1/captcha/siteverify",
)

PAGE = """<!doctype html><html lang="en"><title>Guest book</title><link rel="icon" href="data:,">
<form method="post">{{ form.hidden_tag() }}<p>{{ form.words.label }} {{ form.words }}</p>{{ form.recaptcha }}
{% for problem in form.recaptcha.errors %}<p role="alert">{{ problem }}</p>{% endfor %}<p>{{ form.send }}</p></form>"""

DONE = """<!doctype html><html lang="en"><title>Guest book</title><link rel="icon" href="data:,"><p>Thank you: {{ words }}</p>"""


class Entry(FlaskForm):
    words = StringField("Words", validators=[DataRequired()])
    recaptcha = RecaptchaField()
    send = SubmitField("Send")


@app.route("/", methods=["GET", "POST"])
def entry():
    form = Entry()
    if form.validate_on_submit():
        return render_template_string(DONE, words=form.words.data)
    return render_template_string(PAGE, form=form)


listener = make_server("127.0.0.1", int(sys.argv[1]), app)
logging.getLogger("werkzeug").setLevel(logging.ERROR)
print("ready", flush=True)
listener.serve_forever()
