// While the captcha is measured: how far it is, and the page anew when it is done.

const EVERY_MS = 2000;
const progress = document.getElementById("bench-progress");
const words = document.getElementById("bench-words");

async function look() {
  try {
    const answer = await fetch("/admin/captcha/bench", { headers: { accept: "application/json" } });
    // Busy, or without its database for a moment: asked again below.
    if (answer.status !== 429 && answer.status < 500) {
      const gauge = await answer.json();
      if (!answer.ok || gauge.state !== "running") return location.reload();
      if (progress instanceof HTMLProgressElement) progress.value = gauge.done;
      if (words) words.textContent = gauge.words;
    }
  } catch {
    // The server is away for a moment.
  }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
