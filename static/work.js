// The captcha's proof of work: threads try numbers while the visitor reads, types or waits. The form is the page's own; without
// this script the picture and a wait take the place of the work.

import { solves } from "./scrypt.js";

const MOST_THREADS = 4;
const HERE = new URL("work-worker.js", import.meta.url).href;
const SECOND_MS = 1000;

/** The one address that may be loaded as a script; browsers with trusted types want a policy for it. */
function workerAddress() {
  const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string } } }} */ (/** @type {unknown} */ (globalThis));
  return trustedTypes ? trustedTypes.createPolicy("rookery", { createScriptURL: () => HERE }).createScriptURL("") : HERE;
}

class Work {
  /** @param {HTMLElement} box @param {HTMLFormElement} form */
  constructor(box, form) {
    this.box = box;
    this.form = form;
    this.step = box.dataset.step ?? "read";
    this.seed = box.dataset.seed ?? "";
    this.tries = Number(box.dataset.tries);
    this.until = performance.now() + Number(box.dataset.wait) * SECOND_MS;
    this.nonce = /** @type {HTMLInputElement} */ (form.elements.namedItem("nonce"));
    const answer = form.elements.namedItem("answer");
    this.answer = answer instanceof HTMLInputElement ? answer : null;
    this.progress = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
    this.status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
    this.timer = /** @type {HTMLElement} */ (box.querySelector("[role=timer]"));
    this.button = box.querySelector("button");
    this.tried = 0;
    this.isWorking = false;
    this.isCounting = false;
    /** @type {HTMLElement | null | undefined} the button whose form waits to be sent */
    this.held = undefined;
  }

  start() {
    // A form that was sent too early comes back with the work that was done for it.
    if (this.isDone) this.finish();
    if (this.button && !(this.isDone && this.step === "read")) this.button.hidden = false;
    this.button?.addEventListener("click", () => this.instead());
    if (this.step !== "read") {
      document.getElementById("captcha-instead")?.removeAttribute("open");
      if (this.step === "work-and-wait") this.count();
      this.work();
    }
    this.form.addEventListener("submit", (event) => this.hold(event));
  }

  get isDone() { return this.nonce.value !== ""; }
  get isTime() { return performance.now() >= this.until; }

  /** Whether the site would take the form now: the rule of the three steps. */
  get isReady() {
    const typed = Boolean(this.answer?.value.trim());
    if (this.step === "read") return typed || this.isDone;
    if (this.step === "read-and-work" && typed) return this.isDone || this.isTime;
    return this.isTime && (this.isDone || typed);
  }

  /** The visitor does not read: work takes the place of it, and in a raised step work and the wait. */
  instead() {
    if (this.answer) this.answer.required = false;
    if (this.button) this.button.hidden = true;
    if (this.step !== "read") this.count();
    this.work();
    // The button is gone: the focus stays at the place where there is news.
    this.box.tabIndex = -1;
    this.box.focus();
  }

  work() {
    if (this.isWorking || this.isDone) return;
    this.isWorking = true;
    this.progress.hidden = false;
    this.status.textContent = this.box.dataset.working ?? "";
    const threads = Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1));
    /** @type {Worker[]} */
    const workers = [];
    const stop = () => workers.splice(0).forEach((worker) => worker.terminate());
    try {
      const address = workerAddress();
      for (let first = 0; first < threads; first += 1) {
        const worker = new Worker(address, { type: "module" });
        workers.push(worker);
        worker.addEventListener("message", ({ data }) => {
          if (data.nonce === undefined) { this.tick(); return; }
          stop();
          this.done(data.nonce);
        });
        worker.addEventListener("error", () => {
          if (!workers.length) return;
          stop();
          this.alone();
        });
        worker.postMessage({ seed: this.seed, tries: this.tries, first, stride: threads });
      }
    } catch {
      stop();
      this.alone();
    }
  }

  /** Works on the page's own thread, a try at a time, where the browser gives no other. */
  async alone() {
    for (let nonce = 0; !this.isDone; nonce += 1) {
      if (solves(this.seed, this.tries, nonce)) { this.done(nonce); return; }
      this.tick();
      await new Promise((next) => { setTimeout(next); });
    }
  }

  tick() {
    this.tried += 1;
    // How likely it is to be done by now: it grows all the time and does not stand at its end.
    this.progress.value = 1 - Math.exp(-this.tried / this.tries);
  }

  /** @param {number} nonce */
  done(nonce) {
    if (this.isDone) return;
    this.nonce.value = String(nonce);
    this.finish();
    this.send();
  }

  finish() {
    if (this.answer && this.step === "read") this.answer.required = false;
    this.progress.value = 1;
    this.status.textContent = this.box.dataset.done ?? "";
  }

  /** Counts the wait down. A timer is not read aloud at every second. */
  count() {
    if (this.isCounting) return;
    this.isCounting = true;
    this.countDown();
  }

  countDown() {
    const left = Math.max(0, Math.ceil((this.until - performance.now()) / SECOND_MS));
    this.timer.hidden = left === 0;
    this.timer.textContent = (this.box.dataset.left ?? "").replace("{seconds}", String(left));
    if (left > 0) setTimeout(() => this.countDown(), SECOND_MS / 4);
    else this.send();
  }

  /** Keeps a form back that the site would not take yet; it is sent as soon as it would. @param {SubmitEvent} event */
  hold(event) {
    const button = event.submitter;
    const isOther = button instanceof HTMLButtonElement && (button.formNoValidate || button.name !== "");
    const isWaiting = this.isWorking || this.step !== "read";
    if (isOther || !isWaiting || this.isReady) return;
    event.preventDefault();
    this.held = button;
    this.status.textContent = this.box.dataset.held ?? "";
    if (this.step === "read-and-work") this.count();
  }

  send() {
    if (this.held === undefined || !this.isReady) return;
    const button = this.held;
    this.held = undefined;
    this.form.requestSubmit(button);
  }
}

const box = document.getElementById("captcha-work");
const form = box?.closest("form");
if (box && form) new Work(box, form).start();
