// Sliders beside the numbers of the owner's forms: each follows its number, and the number follows it. They are for the pointer;
// keys and screen readers have the number, as has everybody without scripts.

/** Puts a slider beside a number with bounds. @param {HTMLInputElement} number */
export function addSlider(number) {
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: number.min, max: number.max, tabIndex: -1 });
  slider.value = number.value;
  slider.setAttribute("aria-hidden", "true");
  number.addEventListener("input", () => {
    if (number.value !== "") slider.value = number.value;
  });
  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    number.value = slider.value;
    number.dispatchEvent(new Event("input", { bubbles: true }));
  });
  number.after(slider);
}

for (const number of document.querySelectorAll("input[type=number][min][max]")) {
  if (number instanceof HTMLInputElement) addSlider(number);
}
