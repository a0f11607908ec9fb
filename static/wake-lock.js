// Keeps the screen awake while a match goes on. The browser lets the screen go when the page is hidden, so it is asked again
// when the page comes back; and at a tap, since some phones do not allow it before.
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
