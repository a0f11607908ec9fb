// What is wrong with the drawn controls of the form and its bar, as sentences; none if all is well. names: of the players.
(names) => {
  const faults = [];
  const bar = document.querySelector(".save-bar");
  const shown = (one) => one.checkVisibility({checkVisibilityCSS: true, checkOpacity: true});
  const nameOf = (one, drawn) => {
    const labelled = [one, one.querySelector("input")].find((each) => each?.hasAttribute("aria-label"));
    if (labelled) return labelled.getAttribute("aria-label").trim();
    const copy = drawn.cloneNode(true);
    for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.getAttribute("aria-label") ?? "");
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return copy.textContent.trim();
  };
  // The boxes of the text that is seen; not of the words for screen readers alone.
  const linesOf = (one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange(), lines = [];
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest(".hush")) continue;
      range.selectNodeContents(texts.currentNode);
      lines.push(...range.getClientRects());
    }
    return lines;
  };
  // What was tapped into a list is one line, which scrolls: its older entries are a swipe away.
  const scrolledAway = (one, box) => {
    for (let around = one.parentElement; around && around.id !== "entry"; around = around.parentElement) {
      const {left, right} = around.getBoundingClientRect();
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && (box.left < left || box.right > right)) return true;
    }
    return false;
  };
  const colors = new Map();
  const colorOf = (variable) => {
    if (!colors.has(variable)) {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${variable})`;
      colors.set(variable, getComputedStyle(probe).color);
      probe.remove();
    }
    return colors.get(variable);
  };
  const SUITS = {"♣": "club", "♠": "spade", "♥": "heart", "♦": "diamond"};
  const API = /\b[a-z]+_[a-z_]+\b|\b(undefined|NaN|null|true|false)\b|[{}]|(^|[ :,])(10|[2-9AKQJ])[CDHS]\b/;
  const controls = [...document.querySelectorAll("#entry :is(button, .option, .toggle, select, input[type=text], summary, a[href]), .save-bar :is(button, a[href])")];
  for (const one of new Set(controls)) {
    const drawn = one.matches("input, select") ? one.labels?.[0] ?? one : one;
    if (!shown(one) || !one.getClientRects().length || one.closest(".hush")) continue;
    const text = drawn.innerText?.trim() ?? "", name = nameOf(one, drawn);
    const say = (what) => faults.push(`${name || text || one.outerHTML.slice(0, 80)}: ${what}`);
    if (!text && !drawn.querySelector("svg, img, [role=img]") && drawn !== one) say("nothing is drawn");
    if (!text && drawn === one && one.matches("button, .option, .toggle, summary") && !one.querySelector("svg, img, [role=img]")) say("nothing is drawn");
    if (!name) say("has no name");
    if (/[♣♠♥♦]/.test(name)) say("has a sign of a suit in its name");
    if (API.test(name) || API.test(text)) say(`has a word of the API: ${API.exec(name) || API.exec(text)}`);
    for (const sign of drawn.querySelectorAll(".sign")) {
      const suit = sign.innerText.replace("\ufe0e", "");
      if (!(suit in SUITS)) { say("has an empty sign of a suit"); continue; }
      const color = getComputedStyle(sign).color;
      const around = getComputedStyle(sign.closest("[class*=suit-]")?.parentElement ?? sign.parentElement).color;
      if (color !== colorOf(`--${SUITS[suit]}`) && color !== around) say(`${suit} is drawn in ${color}`);
      if (color === around && color !== colorOf("--ink") && !one.matches("[aria-pressed=true], .first, :has(:checked), :disabled, :has(:disabled), [class*=owned]"))
        say(`${suit} has the colour of its text, ${color}`);
    }
    const box = one.getBoundingClientRect();
    if (!scrolledAway(one, box) && (box.left < -0.5 || box.right > innerWidth + 0.5)) say(`is off the screen: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    for (let part = one; part && part.id !== "entry"; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (style.overflowX !== "visible" && !style.overflowX.includes("auto") && part.scrollWidth > part.clientWidth + 1 && part.clientWidth) {
        if (!part.matches("input, select, .hush")) say(`is cut: ${part.scrollWidth} px of text in ${part.clientWidth}`);
      }
      if (part.matches("fieldset, .control, .save-bar, section")) break;
    }
    for (const line of one.matches("button, .option, .toggle") ? linesOf(one) : []) {
      if (line.width > 1 && (line.left < box.left - 2 || line.right > box.right + 2)) { say("has text outside its box"); break; }
    }
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const top = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null;
    if (top && !scrolledAway(one, box) && !one.contains(top) && !top.contains(one) && !top.closest(".save-bar, .short-totals, header, nav") && !(drawn.contains(top))) say(`is covered by ${top.outerHTML.slice(0, 60)}`);
    if (bar?.contains(one) && y > innerHeight) say("is below the screen");
    if (bar?.contains(one) && top && !one.contains(top) && !one.disabled) say("is covered in the bar");
  }
  for (const name of names) {
    const short = controls.filter((one) => shown(one) && one.innerText && new RegExp(`^${name.slice(0, -1)}[^a-z]*$`, "u").test(one.innerText.trim()) && !one.innerText.includes(name));
    if (short.length) faults.push(`${name}: the name is not whole: ${short[0].innerText}`);
  }
  return [...new Set(faults)];
}
