// Hands that wait on this phone were entered for the people of today: they are sent before somebody changes.

(() => {
  const form = document.getElementById("people");
  let waiting = 0;
  try {
    waiting = new OfflineQueue(form.dataset.match, window.localStorage).hands().length;
  } catch {
    return; // no storage: nothing can wait
  }
  if (!waiting) return;
  document.getElementById("waiting").hidden = false;
  form.querySelector("button[type=submit]").disabled = true;
})();
