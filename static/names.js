// The return key in the field of a name goes to the next name; behind the last one to what follows. It sends nothing.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.isComposing || field.enterKeyHint !== "next") return;
  event.preventDefault();
  const names = [...field.form.querySelectorAll("input[enterkeyhint=next]")].filter((each) => each.checkVisibility());
  const place = names.indexOf(field);
  const add = field.form.querySelector(".add:not([hidden])");
  if (!names[place + 1] && field.value.trim() && add && names.length < Number(field.form.dataset.least)) {
    add.click(); // has the focus on its new field
    return;
  }
  (names[place + 1] || field.form.querySelector("button.first")).focus();
  names[place + 1]?.select(); // a name of the last match is written over
});
