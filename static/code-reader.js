// The reader of codes: the camera in the page, and pictures. What finds codes in a picture is the browser itself, else the server,
// and on a phone alone a worker. The codes of one match are collected in the text field, and sent when all are there.
(() => {
  const reader = /** @type {HTMLElement} */ (document.querySelector("[data-reader]"));
  const form = /** @type {HTMLFormElement} */ (document.getElementById("codes-form"));
  const field = form.querySelector("textarea");
  const status = /** @type {HTMLElement} */ (reader.querySelector("[role=status]"));
  const video = /** @type {HTMLVideoElement} */ (reader.querySelector("video"));
  const [open, close, choose] = reader.querySelectorAll("button");
  const file = reader.querySelector("input");
  const sent = /** @type {HTMLElement | null} */ (reader.querySelector(".sent")); // not there on a phone alone
  const texts = /** @type {Record<string, string>} */ (reader.dataset);
  const MOST_PIXELS = 2e6, AGAIN = 100;
  /** @param {string} text */
  const say = (text) => { status.textContent = text; };

  // -- finding codes in a picture --------------------------------------------------------------------------------------

  /** @returns {Promise<Finder | null>} */
  const byBrowser = async () => {
    const Detector = window.BarcodeDetector;
    try {
      if (!(await Detector.getSupportedFormats()).includes("qr_code")) return null;
      const detector = new Detector({ formats: ["qr_code"] });
      return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
    } catch {
      return null;
    }
  };

  /** @type {Finder} */
  const byServer = async (picture) => {
    const { width, height } = picture;
    const context = /** @type {CanvasRenderingContext2D} */ (Object.assign(document.createElement("canvas"), { width, height }).getContext("2d"));
    context.drawImage(picture, 0, 0);
    picture.close();
    const { data } = context.getImageData(0, 0, width, height); // red, green, blue, opacity
    const body = new Uint8Array(width * height).map((_, n) => (data[4 * n] + 2 * data[4 * n + 1] + data[4 * n + 2]) / 4);
    const token = /** @type {HTMLInputElement} */ (form.querySelector("[name=csrfmiddlewaretoken]")).value;
    const answer = await fetch(`/code/picture?width=${width}`, { method: "POST", body, headers: { "X-CSRFToken": token } });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).texts;
  };

  /** @returns {Promise<Finder>} */
  const byWorker = () => new Promise((resolve, reject) => {
    const worker = new Worker(texts.worker);
    /** @type {(error: Error) => void} */
    let pending = reject;
    worker.onerror = () => pending(new Error("worker"));
    resolve((picture) => new Promise((found, failed) => {
      const { port1, port2 } = new MessageChannel();
      pending = failed;
      port1.onmessage = ({ data }) => (data.error ? failed(new Error(data.error)) : found(data.texts));
      worker.postMessage(picture, [picture, port2]);
    }));
  });

  /** @type {Promise<Finder> | null} */
  let finder = null;
  /** @param {ImageBitmap} picture */
  const find = async (picture) => {
    finder ||= byBrowser().then((own) => own || (texts.worker ? byWorker() : byServer));
    try {
      return await (await finder)(picture);
    } catch (error) {
      finder = null; // the next try fetches it again
      throw error;
    }
  };

  // -- the codes of one match ------------------------------------------------------------------------------------------

  /** @param {string} text */
  const inAddress = (text) => /(?:^|[#?&/])m=([\w-]{12,})/.exec(text)?.[1] || "";
  // Bytes 1 and 2: its number and how many there are. 3 to 6: the checksum of the match.
  /** @param {string} code */
  const headOf = (code) => [...atob(code.slice(0, 4).replace(/-/g, "+").replace(/_/g, "/"))].map((letter) => letter.charCodeAt(0));
  /** @param {string} code */
  const matchOf = (code) => code.slice(3, 9);
  /** @param {string} code */
  const isCode = (code) => {
    const [version, number, total] = /^[\w-]{12,}$/.test(code) ? headOf(code) : [];
    return version > 0 && number < total;
  };

  // Takes the codes in these texts; another match begins anew. True if at least one is of a match.
  /** @param {string[]} found */
  const take = (found) => {
    const codes = found.map(inAddress).filter(isCode);
    if (!codes.length) return false;
    const match = matchOf(codes[0]);
    const all = [...new Set([...field.value.split(/\s+/).map((text) => inAddress(text) || text), ...codes])].filter((code) => isCode(code) && matchOf(code) === match);
    field.value = all.join("\n");
    const there = new Set(all.map((code) => headOf(code)[1]));
    const total = headOf(codes[0])[2];
    const missing = Array.from({ length: total }, (_, number) => number).filter((number) => !there.has(number)).map((number) => String(number + 1));
    if (missing.length) {
      const list = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
      say(texts.missing.replace("{total}", String(total)).replace("{numbers}", list.format(missing)));
    } else {
      stop();
      say(texts.whole);
      form.requestSubmit();
    }
    return true;
  };

  // -- the camera ------------------------------------------------------------------------------------------------------

  /** @type {MediaStream | null} */
  let stream = null;
  const stop = () => {
    for (const track of stream?.getTracks() || []) track.stop();
    stream = null;
    video.srcObject = null;
    video.hidden = close.hidden = true;
    open.hidden = false;
  };
  /** @type {Record<string, string>} */
  const REASONS = { NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "none", OverconstrainedError: "none" };
  /** @param {MediaStream} seen */
  const look = async (seen) => {
    while (stream === seen) {
      if (video.videoWidth) {
        const found = await find(await createImageBitmap(video).then(smaller));
        if (stream === seen) take(found);
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  };
  open.addEventListener("click", async () => {
    open.disabled = true;
    let reason = "";
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } } });
      video.srcObject = stream;
      await video.play();
    } catch (error) {
      reason = REASONS[/** @type {Error} */ (error).name] || "busy";
    }
    open.disabled = false;
    if (reason) {
      stop();
      say(texts[reason]);
      return;
    }
    video.hidden = close.hidden = false;
    open.hidden = true;
    say(texts.looking);
    look(/** @type {MediaStream} */ (stream)).catch(() => {
      stop();
      say(texts.unable);
    });
  });
  close.addEventListener("click", () => { stop(); say(""); });
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });

  // -- pictures --------------------------------------------------------------------------------------------------------

  /** @param {ImageBitmap} picture */
  const smaller = async (picture) => {
    const scale = Math.sqrt(MOST_PIXELS / (picture.width * picture.height));
    if (scale >= 1) return picture;
    const [resizeWidth, resizeHeight] = [picture.width, picture.height].map((length) => Math.max(1, Math.floor(length * scale)));
    /** @type {ImageBitmapOptions} */
    const size = { resizeWidth, resizeHeight, resizeQuality: "high" };
    const small = await createImageBitmap(picture, size);
    picture.close();
    return small;
  };
  /** @param {File[]} pictures */
  const readPictures = async (pictures) => {
    for (const one of pictures) {
      const picture = await createImageBitmap(one).then(smaller).catch(() => null);
      if (!picture) {
        say(texts.unread);
        return;
      }
      if (!take(await find(picture))) say(texts.nothing);
    }
  };
  choose.addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const pictures = [.../** @type {FileList} */ (file.files)];
    file.value = ""; // the same one may be chosen again
    say(texts.reading);
    await readPictures(pictures).catch(() => say(texts.unable));
  });

  choose.hidden = false;
  if (navigator.mediaDevices) open.hidden = false;
  else say(texts.insecure); // without https
  if (sent) byBrowser().then((own) => { sent.hidden = Boolean(own); });
})();
