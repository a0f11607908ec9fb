// What is wider than its box, touches its border or lies on its neighbour: figures, names, cells, text of buttons.
() => {
  const text = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.getClientRects().length);
  const spilled = shown(".sheet :is(th, td):not(.nr), .total, .total .figure, .save-bar button, #entry .option, #entry button")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth && !one.closest(".hush")).map((one) => `${one.className} ${one.innerText}: ${one.scrollWidth} px in ${one.clientWidth}`);
  for (const one of shown("#entry .option > span, #entry .options button")) {
    const [box, its] = [one.getBoundingClientRect(), text(one)];
    if (its.width && Math.min(its.left - box.left, box.right - its.right) < 2) spilled.push(`${one.innerText} touches its border`);
  }
  // Words of short options and of buttons that save are whole.
  for (const one of shown(".save-options button > span, #entry :is(.four, .three, .brief) .option > span")) {
    for (const node of [...one.childNodes].filter((part) => part.nodeType === 3)) for (const word of node.data.matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) spilled.push(`${word[0]} is broken`);
    }
  }
  for (const table of shown(".sheet")) {
    const box = table.parentElement;
    const width = Math.round(table.getBoundingClientRect().width);
    if (width > box.clientWidth + 1) spilled.push(`sheet: ${width} px in ${box.clientWidth}`);
  }
  const heads = shown(".sheet thead .head-name, .total .name").map((one) => [one.innerText, text(one)]);
  for (const [name, box] of heads) for (const [other, its] of heads) {
    if (name < other && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 3) spilled.push(`${name} and ${other} lie on each other`);
  }
  return spilled;
}
