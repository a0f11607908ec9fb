// Uploads a file of matches: shows the progress, then that the hands are being scored.
(() => {
  const form = document.querySelector("[data-import]");
  const button = form.querySelector("button");
  const progress = form.querySelector(".upload");
  const bar = progress.querySelector("progress");
  const status = progress.querySelector("span");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // fetch() does not report upload progress; XMLHttpRequest does.
    const request = new XMLHttpRequest();
    progress.hidden = false;
    button.disabled = true;
    request.upload.addEventListener("progress", (event) => {
      bar.max = event.total;
      bar.value = event.loaded;
      status.textContent = interpolate(gettext("%(part)s sent"), { part: `${Math.round((event.loaded / event.total) * 100)} %` }, true);
    });
    request.upload.addEventListener("load", () => {
      bar.removeAttribute("value");
      status.textContent = gettext("Every hand is being scored");
    });
    request.addEventListener("load", () => {
      if (request.status === 200) {
        location.assign(request.responseURL);
        return;
      }
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      for (const oldError of document.querySelectorAll(".fault")) oldError.remove();
      form.before(...page.querySelectorAll(".fault"));
      progress.hidden = true;
      button.disabled = false;
    });
    request.addEventListener("error", () => {
      status.textContent = gettext("The network failed. Nothing was imported; try again.");
      button.disabled = false;
    });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
})();
