// A large file on its way: how much has arrived, then that every hand is being scored.
(() => {
  const form = document.querySelector("[data-carry]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = form.querySelector(".carry");
    const bar = line.querySelector("progress");
    const said = line.querySelector("span");
    const sent = new XMLHttpRequest();
    line.hidden = false;
    form.querySelector("button").disabled = true;
    sent.upload.addEventListener("progress", (part) => {
      bar.max = part.total;
      bar.value = part.loaded;
      said.textContent = `${Math.round((part.loaded / part.total) * 100)} % sent`;
    });
    sent.upload.addEventListener("load", () => {
      bar.removeAttribute("value");
      said.textContent = "Every hand is being scored anew";
    });
    sent.addEventListener("load", () => {
      if (sent.status === 200) {
        location.assign(sent.responseURL);
        return;
      }
      const page = new DOMParser().parseFromString(sent.responseText, "text/html");
      const old = document.querySelectorAll(".fault");
      for (const one of old) one.remove();
      form.before(...page.querySelectorAll(".fault"));
      line.hidden = true;
      form.querySelector("button").disabled = false;
    });
    sent.addEventListener("error", () => {
      said.textContent = "The network failed. Nothing was brought in; try again.";
      form.querySelector("button").disabled = false;
    });
    sent.open("POST", form.action);
    sent.send(new FormData(form));
  });
})();
