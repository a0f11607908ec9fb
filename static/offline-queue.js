// Hands that wait on this phone until they are on the sheet: how they are stored, numbered and sent.
// Nothing here touches the page, so that it can be tested by itself; waiting-hands.js connects it with the page.
//
// A hand is stored before it is sent. It leaves the queue only when the server has confirmed that it is on the sheet,
// or when a person throws it away. Only the first hand is sent; the others wait until it has left the queue.

// -- answers of the server ------------------------------------------------------------------------------------------

// Sent again automatically: the server has not checked the hand yet.
const TEMPORARY_PROBLEMS = ["network", "timeout", "server", "busy", "foreign"];
// A person has to decide: the server has checked the hand and does not accept it.
const REFUSALS = ["refused", "conflict"];

// Only our server sends this header. A page without it proves nothing: a network's sign-in page is 200, too.
const ON_SHEET_HEADER = "Companion-Hand";

// status 0 is a redirect that was not followed. Returns {kind, status}; with number, if the hand is on the sheet;
// with wait in seconds, if the server says when to try again.
/** @param {{status: number, onSheet?: string | null, retryAfter?: string | null}} headers @returns {Answer} */
const readAnswer = ({ status, onSheet = null, retryAfter = null }) => {
  if (status === 200 && /^\d+$/.test(onSheet || "")) return { kind: "recorded", status, number: Number(onSheet) };
  if (status === 422) return { kind: "refused", status };
  if (status === 409) return { kind: "conflict", status };
  if (status === 401) return { kind: "sign-in", status };
  if (status === 403) return { kind: "forbidden", status };
  if (status === 404 || status === 410) return { kind: "gone", status };
  if (status === 408 || status === 425) return { kind: "timeout", status }; // read too late or too early: not checked
  if (status === 429) return { kind: "busy", status, wait: Number(retryAfter) || 0 };
  if (status >= 500) return { kind: "server", status };
  if (status < 400) return { kind: "foreign", status };
  return { kind: "rejected", status };
};

// -- the queue ------------------------------------------------------------------------------------------------------

// A waiting hand: {id, position, token, fields, people, seen, description, points, problem}.
//   token: makes a repeated form count once.   fields: [[name, value], ...] as entered.   people: for whom, as its form says.
//   points: what it adds to each total, as far as the page knew; [] if not.
//   seen: how many hands the sheet had, as far as this phone knew, without the hands that wait before this one.
//   problem: why it was not accepted, {kind, ...}, or null.
// Its number is therefore seen + its place in the queue: throwing a hand away moves the later ones up by itself.
class OfflineQueue {
  /** @param {string} matchId @param {Storage | null} storage */
  constructor(matchId, storage) {
    this.storage = storage;
    // Every hand has a key of its own, so two tabs that store a hand at the same time do not overwrite each other.
    this.prefix = `companion:hand:${matchId}:`;
    this.onSheetKey = `companion:on-sheet:${matchId}`;
    this.unstored = new Map(); // changes of waiting hands, by id, that the storage had no room for
    if (storage) this.importOldQueue(`companion:waiting:${matchId}`);
  }

  // All waiting hands, the first to be sent first.
  hands() {
    /** @type {(WaitingHand | null)[]} */
    const hands = [];
    for (let index = 0; index < (this.storage?.length || 0); index += 1) {
      const key = /** @type {Storage} */ (this.storage).key(index);
      if (key?.startsWith(this.prefix)) hands.push(this.get(key.slice(this.prefix.length)));
    }
    return /** @type {WaitingHand[]} */ (hands.filter(Boolean)).sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  }

  first() {
    return this.hands()[0] || null;
  }

  /** @param {string} id @returns {WaitingHand | null} */
  get(id) {
    try {
      const hand = JSON.parse(/** @type {string} */ (/** @type {Storage} */ (this.storage).getItem(this.prefix + id)));
      return hand && { ...hand, ...this.unstored.get(id) };
    } catch {
      return null;
    }
  }

  // The number that this hand will have on the sheet, if all before it are recorded.
  /** @param {string} id */
  numberOf(id) {
    const hands = this.hands();
    const place = hands.findIndex((hand) => hand.id === id);
    return place < 0 ? null : hands[place].seen + place + 1;
  }

  // Returns false if this phone does not store it.
  /** @param {WaitingHand} hand */
  write(hand) {
    const text = JSON.stringify(hand);
    try {
      /** @type {Storage} */ (this.storage).setItem(this.prefix + hand.id, text);
      return /** @type {Storage} */ (this.storage).getItem(this.prefix + hand.id) === text;
    } catch {
      return false;
    }
  }

  // Changes a waiting hand; if the storage is full, only until this page is closed.
  /** @param {WaitingHand} hand @param {Partial<WaitingHand>} changes */
  update(hand, changes) {
    if (this.write({ ...hand, ...changes })) this.unstored.delete(hand.id);
    else this.unstored.set(hand.id, { ...this.unstored.get(hand.id), ...changes });
  }

  // Stores a hand behind all others. Returns it, or null if this phone does not store it.
  /** @param {SentHand & {seen: number, description: string, points?: string[]}} entered */
  add({ token, fields, people, seen, description, points }) {
    const last = this.hands().at(-1);
    const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const hand = { id, position: last ? last.position + 1 : 1, token, fields, people, seen, description, points, problem: null };
    return this.write(hand) ? hand : null;
  }

  // Replaces the first hand by a corrected one. number: the number that it should have on the sheet.
  /** @param {SentHand & {description: string, points?: string[], number: number}} corrected */
  replaceFirst({ token, fields, people, description, points, number }) {
    const first = /** @type {WaitingHand} */ (this.first());
    const hand = { ...first, token, fields, people, description, points, problem: null };
    if (!this.write(hand)) return null;
    this.unstored.delete(first.id);
    if (number !== first.seen + 1) this.renumber(number);
    return this.get(first.id);
  }

  // Gives this number to the first hand; the others follow it.
  /** @param {number} number */
  renumber(number) {
    for (const hand of this.hands()) this.update(hand, { seen: number - 1 });
  }

  // After a conflict: a person has confirmed that this is another hand, or that it is right for the people of now.
  acceptNumber() {
    const first = /** @type {WaitingHand & {problem: {next: number}}} */ (this.first());
    const { next, token, people } = first.problem;
    this.update(first, { token: token || first.token, people: people || first.people, problem: null });
    this.renumber(next);
  }

  // Stores why a hand was not accepted, unless it has been changed or removed since it was sent.
  /** @param {WaitingHand} sent @param {Answer} answer */
  setProblem(sent, { html, ...problem }) {
    const current = this.get(sent.id);
    if (current && OfflineQueue.isSame(current, sent)) this.update(current, { problem });
  }

  // The server has confirmed that the hand is on the sheet. A hand that was changed since it was sent stays: the server
  // then asks what the change was meant to be.
  /** @param {WaitingHand} sent @param {number} number */
  confirm(sent, number) {
    const current = this.get(sent.id);
    try {
      /** @type {Storage} */ (this.storage).setItem(this.onSheetKey, JSON.stringify({ id: sent.id, number })); // for other tabs
    } catch { /* The other tabs find out when they save. */ }
    if (current && OfflineQueue.isSame(current, sent)) this.remove(sent.id);
    this.handIsOnSheet(number);
  }

  // Returns the number that the hand had.
  throwAwayFirst() {
    const first = /** @type {WaitingHand} */ (this.first());
    const number = first.seen + 1;
    const takenByAnotherPhone = first.problem?.kind === "conflict" && /** @type {number} */ (first.problem.next) > number;
    this.remove(first.id);
    if (takenByAnotherPhone) this.handIsOnSheet(number);
    return number;
  }

  // Hands that wait come after this one.
  /** @param {number} number */
  handIsOnSheet(number) {
    for (const hand of this.hands()) if (hand.seen < number) this.update(hand, { seen: number });
  }

  /** @param {string} id */
  remove(id) {
    this.unstored.delete(id);
    /** @type {Storage} */ (this.storage).removeItem(this.prefix + id);
  }

  // Version 1.0 stored all hands under one key, each with the fields of the whole form.
  /** @param {string} oldKey */
  importOldQueue(oldKey) {
    /** @type {{fields: Answers}[]} */
    let old = [];
    try { old = JSON.parse(/** @type {string} */ (/** @type {Storage} */ (this.storage).getItem(oldKey))) || []; } catch { return; }
    const stored = old.map(({ fields }, place) => {
      const own = Object.fromEntries(fields);
      const answers = fields.filter(([name]) => !name.startsWith("_") && name !== "csrfmiddlewaretoken");
      return this.add({ token: own._once, fields: answers, seen: Number(own._number) - 1 - place, description: "" });
    });
    if (old.length && stored.every(Boolean)) /** @type {Storage} */ (this.storage).removeItem(oldKey);
    else for (const hand of stored) if (hand) this.remove(hand.id);
  }

  /** @param {SentHand} one @param {SentHand} other */
  static isSame(one, other) {
    return one.token === other.token && JSON.stringify(one.fields) === JSON.stringify(other.fields);
  }
}

// -- sending --------------------------------------------------------------------------------------------------------

// Sends the first hand, then the next, until one is not accepted.
//   post(hand, number): sends one hand and returns the result of readAnswer, never throws.
//   lock(work): runs work while no other tab is sending.   isPaused(): the first hand is being corrected.
//   onAnswer(hand, answer): after the queue has been updated.
class QueueSender {
  /** @param {Pick<Sending, "queue" | "post" | "lock"> & Partial<Sending>} parts */
  constructor({ queue, post, lock, isPaused = () => false, onAnswer = () => {} }) {
    Object.assign(this, { queue, post, lock, isPaused, onAnswer });
    this.running = Promise.resolve();
  }

  // reason: "timer" or "connected" (temporary problems only), "opened" (the page: everything but a refusal),
  // "person" (whatever the problem is; the hands behind it like "connected").
  // Resolves when this run is over. Runs queue up, so nothing is sent twice at a time from this tab.
  /** @param {string} reason */
  run(reason) {
    this.running = this.running.catch(() => {}).then(() => this.lock(() => this.sendAll(reason)));
    return this.running;
  }

  /** @param {string} reason */
  async sendAll(reason) {
    let allowed = reason;
    for (let hand = this.queue.first(); hand && !this.isPaused() && QueueSender.maySend(hand, allowed); hand = this.queue.first()) {
      const answer = await this.post(hand, hand.seen + 1);
      if (answer.kind === "recorded") this.queue.confirm(hand, /** @type {number} */ (answer.number));
      else this.queue.setProblem(hand, answer);
      this.onAnswer(hand, answer);
      if (answer.kind !== "recorded") return;
      allowed = "connected";
    }
  }

  /** @param {WaitingHand} hand @param {string} reason */
  static maySend({ problem }, reason) {
    if (!problem || reason === "person") return true;
    if (reason === "opened") return !REFUSALS.includes(problem.kind);
    return TEMPORARY_PROBLEMS.includes(problem.kind);
  }
}

// -- one tab at a time ----------------------------------------------------------------------------------------------

const LOCK_PATIENCE = 15000;

// Returns a function lock(work) for this match. It gives up if another tab keeps sending for too long, because that tab
// sends the same hands. If two tabs do send the same hand, its token makes it count once.
/** @param {string} matchId @param {Storage | null} storage @param {LockManager} locks */
const sendingLock = (matchId, storage, locks = navigator.locks) => {
  const name = `companion:sending:${matchId}`;
  if (locks) {
    return async (/** @type {() => Promise<void>} */ work) => {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), LOCK_PATIENCE);
      try {
        await locks.request(name, { signal: patience.signal }, () => { clearTimeout(timer); return work(); });
      } catch (error) {
        if (/** @type {Error} */ (error).name !== "AbortError") throw error;
      }
    };
  }
  // Browsers have Web Locks for https and localhost only. Elsewhere a tab takes a lease in the storage.
  const tab = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  /** @param {number} milliseconds */
  const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  const read = () => { try { return JSON.parse(/** @type {string} */ (/** @type {Storage} */ (storage).getItem(name))); } catch { return null; } };
  const renewLease = () => {
    try {
      /** @type {Storage} */ (storage).setItem(name, JSON.stringify({ tab, until: Date.now() + LOCK_PATIENCE }));
    } catch { /* The storage is full: go on without a lock. */ }
  };
  return async (/** @type {() => Promise<void>} */ work) => {
    for (let waited = 0; waited < LOCK_PATIENCE; waited += 200) {
      const holder = read();
      if (!holder || holder.tab === tab || holder.until < Date.now()) {
        renewLease();
        await pause(30);
        if ((read() || { tab }).tab === tab) {
          const renewal = setInterval(renewLease, LOCK_PATIENCE / 3);
          try {
            await work();
          } finally {
            clearInterval(renewal);
            try { /** @type {Storage} */ (storage).removeItem(name); } catch { /* the lease expires */ }
          }
          return;
        }
      }
      await pause(200);
    }
  };
};
