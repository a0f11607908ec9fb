// Starting a match: filters the list of games while you type; seats are filled, moved, shuffled and removed by tapping.
(() => {
  const search = document.querySelector("[data-filter]");
  if (search) {
    /** @param {string} text */
    const simplify = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    search.addEventListener("input", () => {
      const wanted = simplify(search.value.trim());
      let matching = 0;
      for (const section of document.querySelectorAll("#games > section")) {
        let here = 0;
        for (const game of section.querySelectorAll("[data-search]")) {
          game.hidden = !simplify(game.dataset.search).includes(wanted);
          here += game.hidden ? 0 : 1;
        }
        section.hidden = !here;
        matching += here;
      }
      document.getElementById("none").hidden = matching > 0;
    });
  }

  const seats = document.getElementById("seats");
  if (!seats) return;
  const form = seats.closest("form");
  const most = Number(form.dataset.most);
  const least = Number(form.dataset.least);
  const addButton = form.querySelector(".add");
  const rows = () => [.../** @type {HTMLCollectionOf<HTMLElement>} */ (seats.children)];
  /** @param {Element} row */
  const nameField = (row) => row.querySelector("input[type=text]");
  const emptyRow = /** @type {HTMLElement} */ (rows()[0].cloneNode(true));

  // Who plays with whom, by the names as they are typed, and by the house rule that decides it.
  const partners = JSON.parse(document.getElementById("sides")?.textContent || "null");
  const showPartners = () => {
    if (!partners) return;
    const chosen = [...new FormData(form)].map(([name, value]) => partners[`${name}=${value}`]).find(Boolean) || partners[""];
    const taken = rows().map(nameField).filter((field, place) => field.value.trim() || place < least);
    /** @type {number[][]} */
    const sides = chosen[taken.length] || [];
    const line = /** @type {HTMLElement} */ (form.querySelector(".sides"));
    line.hidden = sides.every((side) => side.length < 2);
    const words = sides.map((side) => side.map((seat) => taken[seat].value.trim() || taken[seat].placeholder).join(" + "));
    line.querySelector("span").replaceChildren(...words.flatMap((text, place) => {
      const names = Object.assign(document.createElement("span"), { className: `p${place}`, textContent: text });
      return place ? [" · ", names] : [names];
    }));
  };
  form.addEventListener("input", showPartners);
  form.addEventListener("change", showPartners);
  const renumberSeats = () => {
    rows().forEach((row, index) => {
      const label = interpolate(gettext("Player %(number)s"), { number: index + 1 }, true);
      nameField(row).placeholder = label;
      nameField(row).setAttribute("aria-label", label);
      row.querySelector("input[type=radio]").value = String(index);
      row.querySelector(".up").hidden = false;
      row.querySelector(".up").disabled = index === 0;
      row.querySelector(".off").hidden = false;
      row.querySelector(".off").disabled = rows().length <= least;
      row.querySelector(".handle").hidden = false;
    });
    addButton.hidden = rows().length >= most;
    showPartners();
  };
  const addSeat = () => {
    const row = /** @type {HTMLElement} */ (emptyRow.cloneNode(true));
    nameField(row).value = "";
    row.querySelector("input[type=radio]").checked = false;
    seats.append(row);
    renumberSeats();
    return nameField(row);
  };
  addButton.addEventListener("click", () => addSeat().focus());
  seats.addEventListener("click", (event) => {
    const row = event.target.closest(".seat");
    if (event.target.closest(".up") && row.previousElementSibling) row.previousElementSibling.before(row);
    if (event.target.closest(".off")) {
      const chip = [...form.querySelectorAll(".chip")].find((each) => each.dataset.name === nameField(row).value);
      if (chip) chip.hidden = false;
      row.remove();
    }
    renumberSeats();
  });

  // Players of this table sit down with a tap on their name.
  for (const chip of form.querySelectorAll(".chip")) {
    chip.hidden = false;
    chip.addEventListener("click", () => {
      const blank = rows().map(nameField).find((field) => !field.value.trim());
      const field = blank || (rows().length < most ? addSeat() : null);
      if (!field) return;
      field.value = chip.dataset.name;
      chip.hidden = true;
      showPartners();
    });
  }

  form.querySelector("[value=shuffle]").addEventListener("click", (event) => {
    event.preventDefault();
    const filled = rows().map(nameField).filter((field) => field.value.trim());
    const names = filled.map((field) => field.value);
    for (let index = names.length - 1; index > 0; index -= 1) {
      const other = crypto.getRandomValues(new Uint32Array(1))[0] % (index + 1);
      [names[index], names[other]] = [names[other], names[index]];
    }
    filled.forEach((field, index) => { field.value = names[index]; });
    showPartners();
  });

  // Dragging by the handle, with finger or mouse.
  /** @type {HTMLElement | null} */
  let dragged = null;
  seats.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".handle")) return;
    dragged = event.target.closest(".seat");
    dragged.classList.add("dragged");
    event.target.setPointerCapture(event.pointerId);
  });
  seats.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const below = rows().find((row) => {
      const box = row.getBoundingClientRect();
      return event.clientY >= box.top && event.clientY <= box.bottom;
    });
    if (!below || below === dragged) return;
    if (rows().indexOf(below) < rows().indexOf(dragged)) below.before(dragged);
    else below.after(dragged);
    renumberSeats();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    seats.addEventListener(end, () => {
      dragged?.classList.remove("dragged");
      dragged = null;
    });
  }
  renumberSeats();
})();
