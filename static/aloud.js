// Says after every hand what it brought and who deals, with a voice of the system. It is loaded when somebody wants it.
(() => {
  const panel = document.getElementById("aloud");
  if (!panel?.dataset.text) return;
  const address = panel.dataset.text;
  /** @type {any} */ (document.getElementById("menu"))?.hidePopover?.();
  const hint = panel.querySelector("[data-none]");
  const lang = document.documentElement.lang;
  const speech = globalThis.speechSynthesis;
  if (!speech) {
    if (hint) hint.textContent = /** @type {HTMLElement} */ (hint).dataset.none ?? "";
    return;
  }

  /** @type {"short" | "long" | ""} */
  let length = "short";
  let said = "";
  const version = () => document.getElementById("match")?.dataset.version ?? "";

  const speak = async () => {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (!response.ok || !length) return;
    const text = await response.json();
    said = String(text.version);
    const utterance = new SpeechSynthesisUtterance(text[length]);
    utterance.lang = lang;
    const voice = speech.getVoices().find((one) => one.lang.toLowerCase().startsWith(lang.slice(0, 2).toLowerCase()));
    if (voice) utterance.voice = voice;
    speech.cancel();
    speech.speak(utterance);
  };
  const now = () => speak().catch(() => {}); // no network: the next hand is said

  const show = () => {
    for (const button of panel.querySelectorAll("[data-say]")) {
      if (button.hasAttribute("aria-pressed")) {
        button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.say === length));
      }
    }
  };

  panel.addEventListener("click", (event) => {
    const wanted = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.say;
    if (!wanted) return;
    if (wanted === "off") {
      length = "";
      speech.cancel();
    } else {
      if (wanted !== "again") length = /** @type {"short" | "long"} */ (wanted);
      length ||= "short";
      now();
    }
    show();
  });
  for (const name of ["match:replaced", "htmx:afterSwap"]) {
    document.addEventListener(name, () => {
      if (!length || !said || version() === said) return;
      said = version(); // several events come with one change
      now();
    });
  }
  show();
  now();
})();
