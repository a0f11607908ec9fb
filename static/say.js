// The line in which a hand is said: the microphone, where the browser recognises speech on the device itself.
(() => {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("speak"));
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("say-text"));
  const hint = document.getElementById("say-hint");
  if (!button || !field || !hint) return;
  /** @type {any} */ (document.getElementById("menu"))?.hidePopover?.();
  field.focus();
  field.form?.addEventListener("submit", () => field.select());

  // Closed, only its empty place is left, into which the menu fetches it again.
  const close = /** @type {HTMLButtonElement | null} */ (document.getElementById("say-close"));
  close?.addEventListener("click", () => {
    const place = document.createElement("div");
    place.id = "say";
    document.getElementById("say")?.replaceWith(place);
    /** @type {HTMLElement | null} */ (document.querySelector("[popovertarget='menu']"))?.focus();
  });
  if (close) close.hidden = false;

  // The line is of one hand: when that is on the sheet it is empty, and at the end of the match it goes.
  const hand = () => document.getElementById("entry")?.dataset.number;
  let number = hand();
  for (const name of ["match:replaced", "htmx:afterSwap"]) {
    document.addEventListener(name, () => {
      if (!field.isConnected || hand() === number) return;
      number = hand();
      field.value = "";
      document.getElementById("said")?.replaceChildren();
      if (!number) document.getElementById("say")?.remove();
    });
  }

  /** @type {any} */
  const Recognition = /** @type {any} */ (globalThis).SpeechRecognition;
  if (!Recognition || !("processLocally" in Recognition.prototype) || !Recognition.available) return;
  const lang = document.documentElement.lang;
  /** @type {any} */
  let listening = null;
  const show = () => button.setAttribute("aria-pressed", String(Boolean(listening)));

  const listen = () => {
    listening = new Recognition();
    listening.lang = lang;
    listening.processLocally = true;
    /** @type {any} */
    const Phrase = /** @type {any} */ (globalThis).SpeechRecognitionPhrase;
    if (Phrase && "phrases" in listening) {
      listening.phrases = (button.dataset.names ?? "").split("|").map((name) => new Phrase(name, 5));
    }
    listening.onresult = (/** @type {any} */ event) => {
      field.value = event.results[0][0].transcript;
      field.form?.requestSubmit();
    };
    listening.onerror = (/** @type {any} */ event) => {
      if (event.error === "not-allowed") hint.textContent = hint.dataset.refused ?? "";
    };
    listening.onend = () => { listening = null; show(); };
    listening.start();
    hint.textContent = hint.dataset.local ?? "";
    show();
  };

  // Only what stays on the device: a service elsewhere would hear the table. It is asked at the tap, not before: some
  // browsers that have the object lack what is behind it, and stop when it is asked.
  button.addEventListener("click", async () => {
    if (listening) return listening.stop();
    const state = await Recognition.available({ langs: [lang], processLocally: true }).catch(() => "unavailable");
    if (state === "available") return listen();
    button.hidden = true;
    field.focus(); // the keyboard has a microphone of its own
  });
  button.hidden = false;
})();
