// Enter in the field of an invitation: it presses the button beside the field. The first button of a form, which Enter presses otherwise, asks for what the
// captcha's picture says.

const field = document.getElementById("f-invite");
if (field) field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  field.closest("details")?.querySelector("button")?.click();
});
