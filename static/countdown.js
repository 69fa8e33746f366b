// The time until the next picture of a captcha: the seconds that the page says run down, and a picture that was refused because
// there have been too many is asked for again when its time has come. Without this script the page says the seconds as they were.

const SECOND_MS = 1000;

/** Says every second how many are left, and then what comes after. @param {HTMLElement} place @param {string} words @param {number} seconds @param {() => void} over */
function countDown(place, words, seconds, over) {
  const until = performance.now() + seconds * SECOND_MS;
  const say = () => {
    const left = Math.max(0, Math.ceil((until - performance.now()) / SECOND_MS));
    if (left === 0) { over(); return; }
    place.textContent = words.replace("{seconds}", String(left));
    setTimeout(say, SECOND_MS / 4);
  };
  say();
}

const later = document.getElementById("captcha-later");
if (later) countDown(later, later.dataset.left ?? "", Number(later.dataset.seconds), () => {
  // Said aloud: the role is there before the words are.
  later.setAttribute("role", "status");
  requestAnimationFrame(() => { later.textContent = later.dataset.over ?? ""; });
});

/** @param {HTMLImageElement} image @param {HTMLElement} box */
async function refused(image, box) {
  const answer = await fetch(image.currentSrc || image.src).catch(() => null);
  const seconds = Number(answer?.headers.get("Retry-After"));
  // Set again, it is fetched again.
  const again = () => { image.src = image.getAttribute("src") ?? ""; };
  // The wait is over by now, so the picture is requested again; only once, in case it fails for another reason.
  if (answer?.ok && !box.dataset.again) {
    box.dataset.again = "1";
    again();
  }
  if (answer?.ok !== false || !(seconds > 0)) return;
  const line = document.createElement("p");
  line.className = "notice";
  line.ariaHidden = "true";
  // Said aloud once, and not at each second.
  const aloud = document.createElement("p");
  aloud.className = "sr";
  aloud.setAttribute("role", "alert");
  box.prepend(aloud, line);
  aloud.textContent = (box.dataset.left ?? "").replace("{seconds}", String(seconds));
  countDown(line, box.dataset.left ?? "", seconds, () => {
    line.remove();
    aloud.remove();
    again();
  });
}

for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".captcha-picture"))) {
  const image = box.querySelector("img");
  if (!image) continue;
  image.addEventListener("error", () => refused(image, box));
  // It may have failed before this script ran.
  if (image.complete && image.naturalWidth === 0 && image.loading !== "lazy") refused(image, box);
}
