// The captcha's proof of work: from the first key or click in the form on, threads try numbers while the visitor types. The work
// done is kept when the page is loaded again. Without this script a wait takes the place of the work.

const MOST_THREADS = 4;
const SOLUTIONS = 8;
const HERE = new URL("work-worker.js", import.meta.url).href;
const SECOND_MS = 1000;
const LOW_BATTERY = 0.2;
/** The least time between two sends: the second click of two sends nothing. */
const RESEND_MS = 3000;

/** The one address that may be loaded as a script; browsers with trusted types want a policy for it, made once. */
function workerAddress() {
  const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string } } }} */ (/** @type {unknown} */ (globalThis));
  return trustedTypes ? trustedTypes.createPolicy("rookery", { createScriptURL: () => HERE }).createScriptURL("") : HERE;
}

/** Whether as little as possible is to be loaded: then the work waits until the form is sent. */
function savesData() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (/** @type {unknown} */ (navigator));
  return Boolean(connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/** How many threads work: one where the battery is nearly empty. */
async function threads() {
  const { getBattery } = /** @type {{ getBattery?: () => Promise<{ charging: boolean, level: number }> }} */ (/** @type {unknown} */ (navigator));
  const battery = await getBattery?.call(navigator).catch(() => undefined);
  if (battery && !battery.charging && battery.level < LOW_BATTERY) return 1;
  return Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1));
}

/** Numbers found for one seed, and the next to try: kept while the tab is open. */
class Found {
  /** @param {string} seed */
  constructor(seed) {
    this.key = `rookery-work-${seed}`;
    /** @type {[number, number][]} numbers and their values */
    this.all = [];
    this.next = 0;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      if (kept) [this.all, this.next] = [kept.all, kept.next];
    } catch { /* No storage: the work of this page is lost with it. */ }
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ all: this.all, next: this.next }));
    } catch { /* As above. */ }
  }

  /** The numbers that show this much work, the best first. @param {number} tries */
  showing(tries) {
    const bound = boundOf(tries);
    return this.all.filter(([, reached]) => reached < bound).sort((a, b) => a[1] - b[1]);
  }
}

/** Values below this show the work. @param {number} tries on average until there are enough */
const boundOf = (tries) => Math.floor(SOLUTIONS * 2 ** 32 / tries);

class Work {
  /** @param {HTMLElement} box @param {HTMLFormElement} form */
  constructor(box, form) {
    this.box = box;
    this.form = form;
    this.seed = box.dataset.seed ?? "";
    this.until = performance.now() + Number(box.dataset.wait) * SECOND_MS;
    this.proof = /** @type {HTMLInputElement} */ (form.elements.namedItem("proof"));
    const answer = form.elements.namedItem("answer");
    this.answer = answer instanceof HTMLInputElement ? answer : null;
    this.progress = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
    this.status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
    /** Only where there is a wait. */
    this.timer = /** @type {HTMLElement | null} */ (box.querySelector("[role=timer]"));
    this.button = box.querySelector("button");
    /** The button that sends the form. */
    this.main = form.querySelector("button.main");
    /** The number of tries required: fewer with a typed answer, more without one. */
    this.goal = Number(this.answer ? box.dataset.tries : box.dataset.more);
    this.found = new Found(this.seed);
    /** Tries since the last number was found. */
    this.tried = 0;
    this.isWorking = false;
    /** @type {Worker[]} */
    this.workers = [];
    this.address = "";
    /** @type {HTMLElement | null | undefined} the button whose form waits to be sent */
    this.held = undefined;
    this.again = 0;
    /** How often the script for the page's own thread could not be loaded. */
    this.misses = 0;
  }

  start() {
    this.box.hidden = false;
    if (this.button) this.button.hidden = false;
    this.button?.addEventListener("click", () => this.instead());
    this.form.addEventListener("submit", (event) => this.hold(event));
    if (this.isEnough) this.finish();
    else if (!savesData()) {
      for (const kind of ["keydown", "pointerdown", "input"]) this.form.addEventListener(kind, () => this.work(), { once: true });
      // Work that had begun goes on.
      if (this.found.next > 0) this.work();
    }
    if (Number(this.box.dataset.wait) > 0) this.countDown();
    addEventListener("online", () => { if (this.misses) this.work(); });
  }

  get isEnough() { return this.found.showing(this.goal).length >= SOLUTIONS; }
  get isTime() { return performance.now() >= this.until; }

  /** Whether the site would take the form now. */
  get isReady() { return this.isEnough && this.isTime; }

  /** The visitor chooses not to read: more work replaces the answer. */
  instead() {
    if (this.answer) this.answer.required = false;
    if (this.button) this.button.hidden = true;
    this.goal = Number(this.box.dataset.more);
    this.work();
    // The button is gone: the focus stays at the place where there is news.
    this.box.tabIndex = -1;
    this.box.focus();
  }

  async work() {
    if (this.isWorking || this.isEnough) return;
    this.isWorking = true;
    this.status.textContent = this.box.dataset.working ?? "";
    this.show();
    const stride = await threads();
    try {
      this.address ||= workerAddress();
      for (let thread = 0; thread < stride; thread += 1) this.begin(this.found.next + thread, stride);
    } catch {
      this.stop();
      this.alone();
    }
  }

  /** @param {number} first @param {number} stride */
  begin(first, stride) {
    const worker = new Worker(this.address, { type: "module" });
    this.workers.push(worker);
    worker.addEventListener("message", ({ data }) => {
      if (data.isStuck) this.goOnAlone();
      else if (data.number === undefined) this.tick(data.tried, data.next);
      else this.add(data.number, data.value);
    });
    worker.addEventListener("error", () => this.goOnAlone());
    // Numbers for who does not read serve who reads as well.
    worker.postMessage({ seed: this.seed, bound: boundOf(Number(this.box.dataset.tries)), first, stride });
  }

  stop() {
    this.workers.splice(0).forEach((worker) => worker.terminate());
  }

  /** Goes on without the threads. Each of them may say that it cannot work. */
  goOnAlone() {
    if (!this.workers.length) return;
    this.stop();
    this.alone();
  }

  /** Works on the page's own thread where there is no other. */
  async alone() {
    // Browsers keep a script that did not come as one that is not there: another address asks for it again.
    const script = await import(`./scrypt.js${this.misses ? `?${this.misses}` : ""}`).catch(() => undefined);
    if (!script) {
      // The next time that the form is sent, or the connection is back, all of it is tried again.
      this.misses += 1;
      this.isWorking = false;
      this.main?.removeAttribute("aria-busy");
      this.status.textContent = this.box.dataset.failed ?? "";
      return;
    }
    const value = /** @type {typeof import("./scrypt.js").value} */ (script.value);
    const bound = boundOf(Number(this.box.dataset.tries));
    for (let number = this.found.next; !this.isEnough; number += 1) {
      const reached = value(number, this.seed);
      if (reached < bound) this.add(number, reached);
      this.tick(1, number + 1);
      await new Promise((next) => { setTimeout(next); });
    }
  }

  /** @param {number} tried @param {number} next */
  tick(tried, next) {
    this.tried += tried;
    this.found.next = Math.max(this.found.next, next);
    this.found.keep();
    this.show();
  }

  /** @param {number} number @param {number} reached */
  add(number, reached) {
    // Threads that begin anew try the last numbers again; each counts once.
    if (this.isEnough || this.found.all.some(([known]) => known === number)) return;
    this.tried = 0;
    this.found.all.push([number, reached]);
    this.found.keep();
    if (this.isEnough) this.finish();
    else this.show();
  }

  /** The progress: the numbers found, plus the probability that the next one would have been found by now. */
  show() {
    const next = 1 - Math.exp(-this.tried * SOLUTIONS / this.goal);
    this.progress.value = (Math.min(SOLUTIONS - 1, this.found.showing(this.goal).length) + next) / SOLUTIONS;
  }

  finish() {
    this.stop();
    this.isWorking = false;
    this.proof.value = this.found.showing(this.goal).slice(0, SOLUTIONS).map(([number]) => number).join(".");
    this.progress.value = 1;
    this.status.textContent = this.box.dataset.done ?? "";
    this.send();
  }

  /** Counts the wait down. A timer is not read aloud at every second. */
  countDown() {
    const left = Math.max(0, Math.ceil((this.until - performance.now()) / SECOND_MS));
    if (this.timer) {
      this.timer.hidden = left === 0;
      this.timer.textContent = (this.box.dataset.left ?? "").replace("{seconds}", String(left));
    }
    if (left > 0) setTimeout(() => this.countDown(), SECOND_MS / 4);
    else this.send();
  }

  /** Keeps a form back until the site would take it. @param {SubmitEvent} event */
  hold(event) {
    const button = event.submitter;
    if (button instanceof HTMLButtonElement && (button.formNoValidate || button.name)) return;
    const isFirst = performance.now() >= this.again;
    if (!this.isReady || !isFirst) event.preventDefault();
    else setTimeout(() => { if (!event.defaultPrevented) this.again = performance.now() + RESEND_MS; });
    if (this.isReady) return;
    this.held = button;
    this.work();
    this.status.textContent = this.box.dataset.held ?? "";
    this.main?.setAttribute("aria-busy", "true");
    // On a phone Enter is pressed in a field far above, with a keyboard over the lower half of the page: what is said comes into sight.
    const { activeElement } = document;
    if (matchMedia("(pointer: coarse)").matches && activeElement instanceof HTMLInputElement) activeElement.blur();
    this.status.scrollIntoView({ block: "nearest" });
  }

  send() {
    if (this.held === undefined || !this.isReady) return;
    const button = this.held;
    this.held = undefined;
    this.main?.removeAttribute("aria-busy");
    this.form.requestSubmit(button);
  }
}

const box = document.getElementById("captcha-work");
const form = box?.closest("form");
if (box && form) new Work(box, form).start();
