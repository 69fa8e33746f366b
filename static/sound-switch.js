// The switch for the sounds of a board. The choice stays in this browser; before there is one, the site's owner decides.

const KEY = "rookery-sounds";

export class SoundSwitch {
  /** @param {HTMLButtonElement | null} button */
  constructor(button) {
    this.isOn = false;
    if (!button) return;
    let kept = null;
    try { kept = localStorage.getItem(KEY); } catch { /* No storage: the choice lasts as long as the page. */ }
    this.isOn = (kept ?? button.dataset.default) === "on";
    const show = () => button.setAttribute("aria-pressed", String(this.isOn));
    show();
    button.hidden = false;
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      try { localStorage.setItem(KEY, this.isOn ? "on" : "off"); } catch { /* As above. */ }
      show();
      this.play("set");
    });
  }

  /** @param {string | undefined} name */
  async play(name) {
    if (this.isOn && name) (await import("./sounds.js")).play(name);
  }
}
