// The switch for the sounds of a board, a preference of the visitor.

import { load } from "./page.js";

export class SoundSwitch {
  /** @param {HTMLButtonElement | null} button */
  constructor(button) {
    this.isOn = button?.dataset.default === "on";
    if (!button) return;
    const show = () => button.setAttribute("aria-pressed", String(this.isOn));
    show();
    button.hidden = false;
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      show();
      fetch("/preferences/sounds", { method: "POST", body: new URLSearchParams({ sounds: this.isOn ? "on" : "off" }), keepalive: true }).catch(() => {});
      this.play("set");
    });
  }

  /** @param {string | undefined} name */
  async play(name) {
    if (this.isOn && name) await load("./sounds.js").then(({ play }) => play(name), () => {});
  }
}
