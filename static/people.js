// Hands that wait on this phone were entered for the people of today: they are sent before somebody changes.

(() => {
  const form = document.getElementById("people");
  const check = () => {
    let waiting = 0;
    try {
      waiting = new OfflineQueue(form.dataset.match, window.localStorage).hands().length;
    } catch { /* no storage: nothing can wait */ }
    document.getElementById("waiting").hidden = !waiting;
    form.querySelector("button[type=submit]").disabled = Boolean(waiting);
  };
  window.addEventListener("pageshow", check); // also when a phone comes back to this page
  window.addEventListener("storage", check); // another tab of this phone
  check();
})();
