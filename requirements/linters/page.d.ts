// What the scripts find in their page, for TypeScript's checker (`make check`). No browser loads it. What it says of the
// templates is tested by tests/pages/test_page_types.py.

// -- other scripts of the page ---------------------------------------------------------------------------------------
declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function interpolate(text: string, values: object, named: true): string;
declare const htmx: { process(element: Element): void };
declare function SwaggerUIBundle(settings: object): void;

// -- a hand that waits on this phone (offline-queue.js) --------------------------------------------------------------
/** Name and value of each answer. */
type Answers = [string, string][];
/** What the server, or the network, said to a hand that was sent. */
interface Answer {
  kind: string;
  status?: number;
  number?: number;
  wait?: number;
  html?: string;
  reason?: string;
  next?: number | null;
  token?: string | null;
  people?: string | null;
}
/** The answer that puts a hand on the sheet. */
type Recorded = Answer & { number: number; html: string };
type Problem = Omit<Answer, "html">;
interface SentHand {
  token: string;
  fields: Answers;
  people?: string;
}
interface WaitingHand extends SentHand {
  id: string;
  position: number;
  seen: number;
  description: string;
  points?: string[];
  problem: Problem | null;
}
/** A hand to be put into the form. */
interface FormHand extends SentHand {
  number: number;
}

/** What a QueueSender is made with. */
interface Sending {
  queue: OfflineQueue;
  post: (hand: WaitingHand, number: number) => Promise<Answer>;
  lock: (work: () => Promise<void>) => Promise<void>;
  isPaused: () => boolean;
  onAnswer: (hand: WaitingHand, answer: Answer) => void;
}
interface QueueSender extends Sending {}

// -- the reader of codes (code-reader.js) -----------------------------------------------------------------------------
/** The texts of the codes in a picture. */
type Finder = (picture: ImageBitmap) => Promise<string[]>;
interface Window {
  /** Chromium has it. */
  BarcodeDetector: {
    new (options: { formats: string[] }): { detect(picture: ImageBitmap): Promise<{ rawValue: string }[]> };
    getSupportedFormats(): Promise<string[]>;
  };
}

// -- the elements of our templates ----------------------------------------------------------------------------------
type Field = HTMLInputElement;
type Cut<S extends string, At extends string> = S extends `${infer Before}${At}${string}` ? Before : S;
type Tag<S extends string> = Cut<Cut<Cut<Cut<S, "[">, ":">, ".">, "#">;
type Last<S extends string> = S extends `${string} ${infer Rest}` ? Last<Rest> : S;
/** What the name of the last element does not say. */
interface Special {
  ".add": HTMLButtonElement;
  ".up": HTMLButtonElement;
  ".off": HTMLButtonElement;
  "[data-filter]": HTMLInputElement;
  "[data-give]": HTMLButtonElement;
  "[data-import]": HTMLFormElement;
  "[data-picture]": HTMLButtonElement;
  ".add:not([hidden])": HTMLButtonElement;
  "form.entry": HTMLFormElement;
}
/** What a selector finds: by the name of its last element, a field if it asks for a name, else some element. */
type Found<S extends string> = S extends keyof Special ? Special[S] : S extends `${infer One}, ${infer Other}` ? Found<One> | Found<Other>
  : Tag<Last<S>> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag<Last<S>>]
  : S extends `${string}[name${string}` ? Field
  : HTMLElement;
/** What our templates always have where a script asks for it; anything else may be missing. */
type Always = "[name=_once]" | "[name=_number]" | "[name=_people]" | "[name=_version]" | ".save"
  | "span" | "div" | "b" | "h2" | "h2[tabindex]" | "button" | "input" | "a" | "summary" | "progress"
  | ".upload" | ".plain-share" | "textarea" | ".name" | ".add" | ".up" | ".off" | ".handle" | ".gear" | ".pad"
  | ".display-settings" | "[data-import]" | "[data-picture]" | "input[type=text]" | "input[type=radio]" | "form"
  | "[value=shuffle]" | ":scope > .owner" | ".entry-of input" | "button[type=submit]" | "input, textarea" | "nav"
  | "button.first" | ".control" | ".amount" | ".row" | "tbody" | "select[data-rest]" | "[data-numbers]" | ".seat";
type One<S extends string> = S extends Always ? Found<S> : Found<S> | null;
interface ById {
  entry: HTMLFormElement;
  people: HTMLFormElement;
  "codes-form": HTMLFormElement;
  rules: HTMLAnchorElement;
}
type AlwaysById = "announcement" | "match" | "top" | "verdict" | "waiting-hands" | "connection" | "whole" | "picture"
  | "picture-view" | "none" | "part-copies" | "giving" | "api" | "waiting" | "people" | "draft";
type WithId<Id extends string> = Id extends keyof ById ? ById[Id] : HTMLElement;

interface ParentNode {
  querySelector<S extends string>(selector: S): One<S>;
  querySelectorAll<S extends string>(selector: S): NodeListOf<Found<S>>;
}
interface Element {
  closest<S extends string>(selector: S): One<S>;
}
interface NonElementParentNode {
  getElementById<Id extends string>(id: Id): Id extends AlwaysById ? WithId<Id> : WithId<Id> | null;
}
interface Document {
  getElementById<Id extends string>(id: Id): Id extends AlwaysById ? WithId<Id> : WithId<Id> | null;
}

// Data that our templates always give to the elements on which a script reads them.
interface DOMStringMap {
  among: string; card: string; give: string; hand: string; keep: string; language: string; listTaps: string;
  match: string; name: string; number: string; picture: string; questions: string; rulesSheet: string;
  search: string; setting: string; share: string; signsCss: string;
  place: any; // a number as text, which scripts only subtract
}

// -- events -----------------------------------------------------------------------------------------------------------
interface HtmxEvent extends Event {
  detail: {
    elt: HTMLElement;
    target: HTMLElement | null;
    successful: boolean;
    xhr: XMLHttpRequest;
    requestConfig: { elt: HTMLElement; path: string; formData: FormData };
  };
}
type At<Happened extends Event, Where = HTMLElement> = Happened & { target: Where };
type FieldOfForm = Field & { form: HTMLFormElement };
interface PageEvents {
  click: At<MouseEvent>;
  pointerdown: At<PointerEvent>;
  change: At<Event, FieldOfForm>;
  keydown: At<KeyboardEvent, FieldOfForm>;
  focusin: At<FocusEvent, Field>;
  submit: At<SubmitEvent, HTMLFormElement>;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:sendError": HtmxEvent;
}
interface Document {
  addEventListener<K extends keyof PageEvents>(name: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
}
interface HTMLDialogElement {
  addEventListener<K extends keyof PageEvents>(name: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
}
interface HTMLElement {
  addEventListener<K extends keyof PageEvents>(name: K, listener: (event: PageEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
}
