// The captcha of this server in forms of other sites: a frame in each element of the class `rookery-captcha`, and hidden fields with the
// pass. A form is held back until the captcha is passed. Its calls have the names that plug-ins know.

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { origin: SERVER, searchParams: PARAMETERS } = new URL(script.src);
  const FIELDS = ["rookery-captcha-response", "g-recaptcha-response"];
  const FIRST_HEIGHT_PX = 320;
  /** A pass is good for five minutes; it is given up a little earlier. */
  const PASS_MS = 290_000;
  /** A frame that is silent for this long is considered missing; one that is still loading has longer. */
  const SILENCE_MS = 10_000;
  const LOADING_MS = 60_000;
  const THEMES = ["auto", "light", "dark"];

  /** Tells the developer of the page what is wrong in it. @param {string} what */
  const complain = (what) => console.error(`rookery-captcha: ${what}`);

  /** @typedef {{ sitekey?: string, theme?: string, silent?: string, callback?: unknown, "expired-callback"?: unknown }} Options */

  class Widget {
    /** @param {HTMLElement} box @param {Options} options */
    constructor(box, options) {
      this.box = box;
      this.options = { theme: "auto", ...box.dataset, "expired-callback": box.dataset.expiredCallback, ...options };
      if (!this.options.sitekey) complain("data-sitekey is missing: the key of this site");
      if (!THEMES.includes(this.options.theme ?? "")) {
        complain(`data-theme="${this.options.theme}" is not one of ${THEMES.join(", ")}; auto is used`);
        this.options.theme = "auto";
      }
      this.form = box.closest("form");
      this.token = "";
      this.until = 0;
      /** @type {HTMLElement | null | undefined} the button whose form waits for the captcha */
      this.held = undefined;
      /** Whether the form has been begun: then the frame works. */
      this.isBegun = false;
      /** Whether there is somebody in the frame who could answer. */
      this.isThere = false;
      this.frame = document.createElement("iframe");
      this.frame.title = "Captcha";
      this.frame.style.cssText = `border:0;width:100%;max-width:26rem;height:${FIRST_HEIGHT_PX}px`;
      this.fields = FIELDS.map((name) => Object.assign(document.createElement("input"), { type: "hidden", name }));
      this.line = document.createElement("output");
      box.append(this.frame, this.line, ...this.fields);
      this.frame.addEventListener("load", () => {
        // An empty frame has been loaded, too.
        if (!this.frame.src) return;
        this.isThere = true;
        if (this.held !== undefined) this.greet();
      });
      this.reset();
      addEventListener("message", (event) => {
        if (event.source === this.frame.contentWindow && event.origin === SERVER) this.hear(event.data.rookeryCaptcha ?? {});
      });
      // A page that is only looked at must not use up a challenge: the frame is loaded when it comes into view or the form is begun.
      const sight = new IntersectionObserver((seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        this.show();
      });
      sight.observe(box);
      this.form?.addEventListener("focusin", () => this.show());
      for (const kind of ["keydown", "pointerdown", "input"]) this.form?.addEventListener(kind, () => { if (!this.isBegun) this.begin(); });
      this.form?.addEventListener("submit", (event) => this.hold(event), true);
      // A page that the browser kept holds a pass that is used up.
      addEventListener("pageshow", ({ persisted }) => { if (persisted) this.reset(); });
    }

    /** Shows a new captcha, if there was one. Unless the form has been sent, its work waits for the next key or click: a page may have been left to itself. */
    reset() {
      if (this.held === undefined) this.isBegun = false;
      this.held = undefined;
      clearTimeout(this.silence);
      this.keep("");
      if (this.frame.src) this.load();
    }

    /** Shows the captcha. */
    show() { if (!this.frame.src) this.load(); }

    load() {
      const { sitekey = "", theme = "" } = this.options;
      const address = `${SERVER}/captcha/frame?${new URLSearchParams({ site: sitekey, origin: location.origin, theme })}`;
      this.isThere = false;
      // Setting `src` again would add a step to the browser's history.
      if (this.frame.src) this.frame.contentWindow?.location.replace(address);
      else this.frame.src = address;
    }

    /** @param {string} token */
    keep(token) {
      clearTimeout(this.timer);
      this.token = token;
      this.until = Date.now() + PASS_MS;
      for (const field of this.fields) field.value = token;
      if (token) this.timer = setTimeout(() => { this.reset(); this.call(this.options["expired-callback"]); }, PASS_MS);
    }

    begin() {
      this.isBegun = true;
      this.show();
      this.tell("work");
    }

    /** @param {string} word */
    tell(word) { if (this.isThere) this.frame.contentWindow?.postMessage({ rookeryCaptcha: word }, SERVER); }

    /** Gives the form back if the frame does not answer, or does not come. */
    greet() {
      clearTimeout(this.silence);
      this.tell("hello");
      this.silence = setTimeout(() => {
        this.line.textContent = this.options.silent ?? "The captcha did not answer: try again.";
        this.reset();
      }, this.isThere ? SILENCE_MS : LOADING_MS);
    }

    /** @param {{ height?: number, title?: string, silent?: string, state?: string, token?: string }} said */
    hear({ height, title, silent, state, token }) {
      clearTimeout(this.silence);
      this.isThere = true;
      if (height) this.frame.style.height = `${height}px`;
      if (title) this.frame.title = title;
      // The frame has the texts in the language of this server; they are kept because the frame may be gone when they are needed.
      this.options.silent ??= silent;
      if (state === "open" && this.isBegun) this.tell("work");
      // The form was sent before the frame could listen.
      if (state === "open" && this.held !== undefined) this.tell("check");
      if (state === "over") {
        const { held } = this;
        this.reset();
        this.held = held;
        if (held !== undefined) this.greet();
      }
      if (state === "refused") {
        if (this.held !== undefined) this.frame.focus();
        this.held = undefined;
        if (this.isBegun) this.tell("work");
      }
      if (state === "passed" && token) {
        this.keep(token);
        this.call(this.options.callback, token);
        if (this.held === undefined) return;
        const button = this.held;
        this.held = undefined;
        this.form?.requestSubmit(button);
      }
    }

    /** @param {SubmitEvent} event */
    hold(event) {
      // No timer runs while a computer sleeps.
      if (this.token && Date.now() < this.until) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (this.token) this.reset();
      this.held = event.submitter;
      this.line.textContent = "";
      this.begin();
      this.tell("check");
      this.greet();
    }

    /** Calls a function, or the function with this name. @param {unknown} callback @param {string[]} given */
    call(callback, ...given) {
      const called = typeof callback === "string" ? /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (window))[callback] : callback;
      if (typeof called === "function") called(...given);
      else if (callback) complain(`the callback "${callback}" is not a function of this page`);
    }
  }

  /** @type {Widget[]} */
  const widgets = [];
  /** @param {number} number */
  const numbered = (number) => {
    if (!widgets[number]) complain(`there is no captcha number ${number} in this page; render gives the numbers, from 0 on`);
    return widgets[number];
  };
  const own = {
    /** @param {HTMLElement | string} place an element or its id @param {Options} [options] @returns {number} the widget's number */
    render(place, options = {}) {
      const box = typeof place === "string" ? document.getElementById(place) : place;
      if (!box) throw new Error(`rookeryCaptcha.render: there is no element ${place}`);
      const known = widgets.findIndex((widget) => widget.box === box);
      return known >= 0 ? known : widgets.push(new Widget(box, options)) - 1;
    },
    reset(number = 0) { numbered(number)?.reset(); },
    getResponse(number = 0) { return numbered(number)?.token ?? ""; },
    /** @param {() => void} then */
    ready(then) { then(); },
  };
  const place = /** @type {Window & { rookeryCaptcha?: typeof own, grecaptcha?: typeof own }} */ (window);
  // The script may stand in the page more than once: all share the first one's captchas.
  const api = place.rookeryCaptcha ?? own;

  const start = () => {
    const render = PARAMETERS.get("render") ?? "onload";
    if (render !== "onload" && render !== "explicit") complain(`render=${render} in the script's address is not one of onload, explicit; onload is used`);
    if (render !== "explicit") {
      for (const box of document.querySelectorAll(".rookery-captcha, .g-recaptcha")) if (box instanceof HTMLElement) api.render(box);
    }
    const onload = PARAMETERS.get("onload");
    const named = onload && /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (window))[onload];
    if (typeof named === "function") named();
    else if (onload) complain(`onload=${onload} in the script's address does not name a function of this page`);
  };
  place.rookeryCaptcha = api;
  place.grecaptcha ??= api;
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
