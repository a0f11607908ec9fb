// Words that come nearer than CLEAR pixels to the edge of their button, or leave it, and rows that are wider than their form.
() => {
  const CLEAR = 4, found = [], range = document.createRange();
  const linesOf = (one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), lines = [];
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest(".hush, .owner, option")) continue;
      range.selectNodeContents(texts.currentNode);
      lines.push(...range.getClientRects());
    }
    return lines.filter((line) => line.width > 1);
  };
  for (const one of document.querySelectorAll(".options > :is(.option, button)")) {
    if (!one.checkVisibility({checkVisibilityCSS: true}) || one.closest(".hush")) continue;
    const drawn = one.querySelector(":scope > input + span") ?? one, box = drawn.getBoundingClientRect(), style = getComputedStyle(drawn);
    const left = box.left + parseFloat(style.borderLeftWidth), right = box.right - parseFloat(style.borderRightWidth);
    const clear = Math.min(...linesOf(drawn).map((line) => Math.min(line.left - left, right - line.right)));
    const [lang, game] = [one.closest("[lang]").lang, one.closest("[data-game]").dataset.game];
    // Their glyphs are as wide as their cells: a gap of theirs is inside.
    const least = /[\u3000-\u9fff]/.test(drawn.textContent) ? 2 : CLEAR;
    if (clear < least - 0.05) found.push(`${lang} ${game}: ${drawn.textContent.replace(/\s+/g, " ")}: ${clear.toFixed(1)} px`);
    const row = one.parentElement;
    if (box.right > row.getBoundingClientRect().right + 1) found.push(`${lang} ${game}: ${drawn.textContent.replace(/\s+/g, " ")}: outside its row`);
  }
  return [...new Set(found)];
}
