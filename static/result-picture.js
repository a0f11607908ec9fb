// The result, the sheet and the chart as a picture, in view above the button that shares it: by the phone's own share
// sheet if it takes files, otherwise the picture is saved. It has the colours of the page. Nothing is cut off: long words
// are in smaller print, then on several lines.
(() => {
  const button = document.querySelector("[data-picture]");
  /**
   * @type {{
   *   title: string, headline: string, reason: string,
   *   places: {number: number, side: number, name: string, figure: string}[],
   *   sheets: {names: string[], rows: {number: number, summary: string, totals: string[]}[]}[],
   *   curve: {width: number, height: number, left: number, right: number, marks: [number, string][], lines: string[]} | null,
   * }}
   */
  const data = JSON.parse(/** @type {string} */ (document.getElementById("picture").textContent));
  const WIDTH = 1080;
  const EDGE = 48;
  const ROW = 46;
  const MOST_BESIDE_WORDS = 6; // with more columns a row has no words
  const DASHES = [[], [7, 4], [2, 4], [10, 3, 2, 3], [14, 4], [4, 3]];

  /** @param {string} name */
  const colorOf = (name) => {
    const probe = document.createElement("i");
    probe.className = `probe ${name}`;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
  /** @typedef {{lines: string[], size: number, weight: string}} Block */
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  // The lines of a text within a width, in print that is as large as fits. Only a word that fits in none is broken.
  const SMALLEST = 0.7;
  const LEAST = 12;
  /** @param {string} text @param {number} width */
  const fits = (text, width) => context.measureText(text.trimEnd()).width <= width;
  /** @param {string[]} parts @param {number} width */
  const wrap = (parts, width) => {
    const lines = [""];
    for (const part of parts) {
      const longer = lines[lines.length - 1] + part;
      if (!lines[lines.length - 1] || fits(longer, width)) lines[lines.length - 1] = longer;
      else lines.push(part);
    }
    return lines;
  };
  /** @param {string} text @param {string} weight @param {number} size @param {number} width @param {number} [smallest] */
  const layOut = (text, weight, size, width, smallest = SMALLEST) => {
    for (let now = size; ; now -= 1) {
      context.font = `${weight} ${now}px system-ui, sans-serif`;
      const lines = wrap(text.split(/(?<=[\s·&,/-])/), width);
      const whole = lines.every((line) => fits(line, width));
      if (whole && (lines.length === 1 || now <= size * smallest)) return { lines, size: now, weight };
      if (now <= LEAST) return { lines: whole ? lines : wrap([...text], width), size: now, weight };
    }
  };
  /** @param {Block} block */
  const heightOf = (block) => block.lines.length * block.size * 1.25;

  /** @param {number[]} heights */
  const sum = (heights) => heights.reduce((all, one) => all + one, 0);
  // The rows below the same names, laid out: the match has another sheet where its people changed.
  /** @param {(typeof data.sheets)[number]} sheet @param {number} inner */
  const layOutSheet = ({ names, rows }, inner) => {
    const words = names.length <= MOST_BESIDE_WORDS;
    const column = Math.min(240, (inner - (words ? 400 : 70)) / names.length);
    /** @param {number} index */
    const place = (index) => WIDTH - EDGE - (names.length - 1 - index) * column; // the right edge of a column
    const heads = names.map((name) => layOut(name, "600", 28, column - 14));
    const summaries = rows.map((row) => layOut(words ? row.summary : "", "400", 26, place(0) - column - EDGE - 70, 0.9)); // on two lines before they are in small print
    const rowHeights = summaries.map((block) => Math.max(ROW, heightOf(block) + 12));
    const headHeight = Math.max(...heads.map(heightOf)) + 20;
    return { rows, place, heads, summaries, rowHeights, headHeight, height: headHeight + sum(rowHeights) + 24 };
  };

  const draw = () => {
    const { places, curve } = data;
    const inner = WIDTH - 2 * EDGE;
    const sheets = data.sheets.map((sheet) => layOutSheet(sheet, inner));
    const scale = curve ? inner / curve.width : 1;
    const title = layOut(data.title, "400", 30, inner);
    const headline = layOut(data.headline, "600", 52, inner);
    const reason = layOut(data.reason, "400", 30, inner);
    const winners = places.map((one) => ({ ...one, block: layOut(one.name, "600", 38, inner - 360), value: layOut(one.figure, "700", 38, 270) }));
    const headEnd = 40 + heightOf(title) + heightOf(headline) + heightOf(reason) + 30;
    const placeHeights = winners.map(({ block, value }) => Math.max(heightOf(block), heightOf(value)) + 14);
    const sheetsTop = headEnd + sum(placeHeights) + 30;
    const BETWEEN = 16; // sheets
    const sheetEnd = sheetsTop + sum(sheets.map(({ height }) => height)) + Math.max(0, sheets.length - 1) * BETWEEN;
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Math.ceil(sheetEnd + (curve ? curve.height * scale : 0) + EDGE / 2);
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const [paper, ink, muted, line] = ["is-paper", "is-ink", "is-muted", "is-line"].map(colorOf);
    const columns = Math.max(places.length, ...data.sheets.map(({ names }) => names.length));
    const sides = Array.from({ length: columns }, (_, index) => colorOf(`p${index}`));
    /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} fill @param {CanvasTextAlign} align */
    const write = (text, x, y, font, fill, align = "left") => {
      Object.assign(paint, { font: `${font} system-ui, sans-serif`, fillStyle: fill, textAlign: align });
      paint.fillText(text, x, y);
    };
    /** @param {Block} block @param {number} x @param {number} top @param {string} fill @param {CanvasTextAlign} align */
    const writeBlock = ({ lines, size, weight }, x, top, fill, align = "left") => {
      lines.forEach((text, number) => write(text.trimEnd(), x, top + size + number * size * 1.25, `${weight} ${size}px`, fill, align));
    };
    /** @param {number} y */
    const rule = (y) => {
      paint.fillStyle = line;
      paint.fillRect(EDGE, y, inner, 2);
    };

    paint.fillStyle = paper;
    paint.fillRect(0, 0, canvas.width, canvas.height);
    let y = 40;
    for (const [block, fill] of /** @type {[Block, string][]} */ ([[title, muted], [headline, ink], [reason, muted]])) {
      writeBlock(block, EDGE, y, fill);
      y += heightOf(block);
    }
    y = headEnd;
    winners.forEach(({ number, side, block, value }, index) => {
      paint.fillStyle = sides[side];
      paint.fillRect(EDGE, y, 10, placeHeights[index] - 6);
      write(`${number}.`, EDGE + 28, y + 38, "400 34px", muted);
      writeBlock(block, EDGE + 90, y, ink);
      writeBlock(value, WIDTH - EDGE, y, ink, "right");
      y += placeHeights[index];
    });
    let top = sheetsTop;
    for (const { rows, place, heads, summaries, rowHeights, headHeight, height } of sheets) {
      rule(top - 16);
      heads.forEach((block, index) => writeBlock(block, place(index), top, sides[index], "right"));
      y = top + headHeight;
      rule(y - 10);
      rows.forEach((row, number) => {
        write(String(row.number), EDGE, y + 32, "400 26px", muted);
        writeBlock(summaries[number], EDGE + 60, y + 6, ink);
        row.totals.forEach((total, index) => write(total, place(index), y + 32, "400 28px", ink, "right"));
        y += rowHeights[number];
      });
      top += height + BETWEEN;
    }
    if (!curve) return canvas;
    rule(sheetEnd - 14);
    paint.translate(EDGE, sheetEnd);
    paint.scale(scale, scale);
    for (const [at, label] of curve.marks) {
      paint.fillStyle = line;
      paint.fillRect(curve.left, at, curve.right - curve.left, 0.6);
      write(label, curve.left - 6, at + 4, "400 11px", muted, "right");
    }
    curve.lines.forEach((points, index) => {
      paint.strokeStyle = sides[index];
      paint.lineWidth = 2;
      paint.setLineDash(DASHES[index % DASHES.length]);
      paint.beginPath();
      for (const [x, at] of points.split(" ").map((pair) => pair.split(",").map(Number))) paint.lineTo(x, at);
      paint.stroke();
    });
    return canvas;
  };

  const picture = draw();
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", /** @type {string} */ (button.dataset.label));
  document.getElementById("picture-view").replaceChildren(picture);
  picture.toBlob((blob) => {
    const file = new File([/** @type {Blob} */ (blob)], `${button.dataset.picture}.png`, { type: "image/png" });
    button.hidden = false;
    const shares = navigator.canShare?.({ files: [file] });
    if (!shares) button.textContent = gettext("Save the picture");
    button.addEventListener("click", () => {
      if (shares) {
        navigator.share({ files: [file], text: button.dataset.text }).catch(() => {}); // the person changed their mind
        return;
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(/** @type {Blob} */ (blob));
      link.download = file.name;
      link.click();
    });
  }, "image/png");
})();
