// The display on the wall: turns its screens, counts the clock down, keeps the screen awake. A tap, an arrow key or the
// space bar takes over.
(() => {
  const display = () => /** @type {HTMLElement} */ (document.querySelector(".display"));
  const screens = () => [...display().querySelectorAll(".screen")];
  const seconds = Number(display().dataset.seconds);
  let shown = Math.max(0, screens().findIndex((screen) => screen.classList.contains("is-shown")));
  let paused = false;

  const show = (/** @type {number} */ number) => {
    const all = screens();
    shown = ((number % all.length) + all.length) % all.length;
    all.forEach((screen, index) => screen.classList.toggle("is-shown", index === shown));
  };
  let turning = 0;
  const wait = () => {
    clearInterval(turning);
    if (!paused) turning = setInterval(() => show(shown + 1), seconds * 1000);
  };
  const turn = (/** @type {number} */ number) => { show(number); wait(); };

  // The buttons are there while somebody moves a mouse or taps.
  const buttons = /** @type {HTMLElement} */ (document.querySelector(".display-buttons"));
  const pause = /** @type {HTMLElement} */ (buttons.querySelector("[data-turn='pause']"));
  const setPaused = (/** @type {boolean} */ value) => {
    paused = value;
    pause.setAttribute("aria-pressed", String(paused));
    wait();
  };
  buttons.hidden = false;
  let asleep = 0;
  const wake = () => {
    buttons.classList.add("is-awake");
    clearTimeout(asleep);
    asleep = setTimeout(() => buttons.classList.remove("is-awake"), 4000);
  };
  for (const event of ["pointermove", "pointerdown"]) document.addEventListener(event, wake);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLElement | null} */ (target.closest("[data-screen]"));
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-turn]"));
    if (link) {
      event.preventDefault();
      turn(Number(link.dataset.screen) - 1);
    } else if (button === pause) setPaused(!paused);
    else if (button) turn(shown + Number(button.dataset.turn));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, a, input")) return;
    if (event.key === "ArrowRight") turn(shown + 1);
    else if (event.key === "ArrowLeft") turn(shown - 1);
    else if (event.key === " ") { event.preventDefault(); setPaused(!paused); }
  });

  const tick = () => {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ends]"))) {
      const left = Math.ceil((Date.parse(clock.dataset.ends ?? "") - Date.now()) / 1000);
      const over = /** @type {HTMLElement} */ (clock.querySelector("[data-over]"));
      const text = /** @type {HTMLElement} */ (clock.querySelector("[data-left]"));
      over.hidden = left > 0;
      text.hidden = left <= 0;
      text.textContent = `${Math.floor(Math.max(left, 0) / 60)}:${String(Math.max(left, 0) % 60).padStart(2, "0")}`;
    }
  };
  setInterval(tick, 1000);
  document.addEventListener("part:replaced", () => { show(shown); tick(); });

  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const keepAwake = async () => {
    if (!navigator.wakeLock || document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch { /* Not allowed: the screen goes dark as usual. */ }
  };
  for (const event of ["visibilitychange", "pointerdown"]) document.addEventListener(event, keepAwake);
  keepAwake();
  tick();
  wait();
})();
