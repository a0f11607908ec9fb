// The result, the sheet and the chart as a picture: shared by the phone's own share sheet if it takes files, otherwise
// saved. It has the colours of the page.
(() => {
  const button = document.querySelector("[data-picture]");
  const data = JSON.parse(document.getElementById("picture").textContent);
  const WIDTH = 1080;
  const EDGE = 48;
  const ROW = 46;
  const HEAD = 300; // title, result and totals
  const MOST_BESIDE_WORDS = 6; // with more columns a row has no words
  const DASHES = [[], [7, 4], [2, 4], [10, 3, 2, 3], [14, 4], [4, 3]];

  const colorOf = (name) => {
    const probe = document.createElement("i");
    probe.className = `probe ${name}`;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
  const shorten = (context, text, width) => {
    if (context.measureText(text).width <= width) return text;
    let length = text.length;
    while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
    return `${text.slice(0, length)}…`;
  };

  const draw = () => {
    const { names, totals, rows, curve } = data;
    const words = names.length <= MOST_BESIDE_WORDS;
    const column = Math.min(240, (WIDTH - 2 * EDGE - (words ? 440 : 70)) / names.length);
    const place = (index) => WIDTH - EDGE - (names.length - 1 - index) * column; // the right edge of a column
    const scale = curve ? (WIDTH - 2 * EDGE) / curve.width : 1;
    const sheetEnd = HEAD + rows.length * ROW + 24;
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Math.ceil(sheetEnd + (curve ? curve.height * scale : 0) + EDGE / 2);
    const context = canvas.getContext("2d");
    const [paper, ink, muted, line] = ["is-paper", "is-ink", "is-muted", "is-line"].map(colorOf);
    const sides = names.map((_, index) => colorOf(`p${index}`));
    const write = (text, x, y, font, fill, align = "left", width = WIDTH) => {
      Object.assign(context, { font: `${font} system-ui, sans-serif`, fillStyle: fill, textAlign: align });
      context.fillText(shorten(context, text, width), x, y);
    };
    const rule = (y) => {
      context.fillStyle = line;
      context.fillRect(EDGE, y, WIDTH - 2 * EDGE, 2);
    };

    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    write(data.title, EDGE, 70, "30px", muted, "left", WIDTH - 2 * EDGE);
    write(data.headline, EDGE, 132, "600 52px", ink, "left", WIDTH - 2 * EDGE);
    write(data.reason, EDGE, 178, "30px", muted, "left", WIDTH - 2 * EDGE);
    names.forEach((name, index) => {
      write(name, place(index), 232, "600 28px", sides[index], "right", column - 14);
      write(totals[index], place(index), 278, "700 38px", ink, "right", column - 14);
    });
    rule(HEAD - 8);
    rows.forEach((row, number) => {
      const y = HEAD + number * ROW + 32;
      write(String(row.number), EDGE, y, "26px", muted);
      if (words) write(row.summary, EDGE + 60, y, "26px", ink, "left", place(0) - column - EDGE - 60);
      row.totals.forEach((total, index) => write(total, place(index), y, "28px", ink, "right", column - 14));
    });
    if (!curve) return canvas;
    rule(sheetEnd - 14);
    context.translate(EDGE, sheetEnd);
    context.scale(scale, scale);
    for (const [y, label] of curve.marks) {
      context.fillStyle = line;
      context.fillRect(curve.left, y, curve.right - curve.left, 0.6);
      write(label, curve.left - 6, y + 4, "11px", muted, "right");
    }
    curve.lines.forEach((points, index) => {
      context.strokeStyle = sides[index];
      context.lineWidth = 2;
      context.setLineDash(DASHES[index % DASHES.length]);
      context.beginPath();
      for (const [x, y] of points.split(" ").map((pair) => pair.split(",").map(Number))) context.lineTo(x, y);
      context.stroke();
    });
    return canvas;
  };

  button.hidden = false;
  button.addEventListener("click", () => {
    draw().toBlob((blob) => {
      const file = new File([blob], `${button.dataset.picture}.png`, { type: "image/png" });
      if (navigator.canShare?.({ files: [file] })) {
        navigator.share({ files: [file] }).catch(() => {}); // the person changed their mind
        return;
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }, "image/png");
  });
})();
