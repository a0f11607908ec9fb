// The clock of a round: counts down, and tells when the time is over. The server's texts say until when it is played.
(() => {
  /** @type {string} */
  let told = "";
  const show = (/** @type {HTMLElement} */ clock) => {
    const ends = /** @type {string} */ (clock.dataset.ends);
    const seconds = Math.ceil((Date.parse(ends) - Date.now()) / 1000);
    const figure = /** @type {HTMLElement} */ (clock.querySelector("b"));
    if (seconds > 0) {
      const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
      figure.textContent = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
      return;
    }
    clock.textContent = clock.dataset.over || "";
    clock.classList.add("is-over");
    clock.removeAttribute("data-ends");
    if (told !== ends && seconds > -60) {
      told = ends;
      navigator.vibrate?.([400, 200, 400]);
    }
  };
  // The display has one on each of its screens.
  const tick = () => {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-ends]"))) show(clock);
  };
  setInterval(tick, 1000);
  document.addEventListener("part:replaced", tick);
  tick();
})();
