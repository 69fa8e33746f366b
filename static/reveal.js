// The button beside a password that shows what was typed and hides it again.

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".secret button"))) {
  const field = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
  const words = /** @type {HTMLElement} */ (button.firstElementChild);
  const turn = () => {
    field.type = field.type === "password" ? "text" : "password";
    [words.textContent, button.dataset.other] = [button.dataset.other ?? "", words.textContent ?? ""];
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    turn();
    field.focus();
  });
  // Browsers keep what was typed as text, and offer it again.
  field.form?.addEventListener("submit", () => { if (field.type === "text") turn(); });
}
