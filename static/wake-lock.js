// Keeps the screen awake while a match goes on. The browser releases the lock when the page is hidden, so the script asks
// again when the page comes back; and at a tap, because some phones require one.
(() => {
  if (!navigator.wakeLock) return;
  let lock = null;
  let asking = false;
  const isOver = () => Boolean(document.querySelector("#match .won"));
  const update = async () => {
    if (isOver()) lock?.release();
    if (isOver() || document.hidden || asking || (lock && !lock.released)) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch { /* A low battery, or not allowed: the screen goes dark as usual. */ }
    asking = false;
  };
  for (const event of ["visibilitychange", "pointerdown", "match:replaced", "htmx:afterSwap"]) document.addEventListener(event, update);
  update();
})();
