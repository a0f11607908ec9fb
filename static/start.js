// A new match: games found while typing; seats filled, moved and drawn by tapping.
(() => {
  const search = document.querySelector("[data-filter]");
  if (search) {
    const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    search.addEventListener("input", () => {
      const wanted = plain(search.value.trim());
      let found = 0;
      for (const item of document.querySelectorAll("#games > li[data-said]")) {
        item.hidden = !plain(item.dataset.said).includes(wanted);
        found += item.hidden ? 0 : 1;
      }
      document.getElementById("none").hidden = found > 0;
    });
  }
  const seats = document.getElementById("seats");
  if (!seats) return;
  const form = seats.closest("form");
  const most = Number(form.dataset.most);
  const least = Number(form.dataset.least);
  const add = form.querySelector(".add");
  const rows = () => [...seats.children];
  const model = rows()[0].cloneNode(true);
  const number = () => {
    rows().forEach((row, place) => {
      const name = row.querySelector("input[type=text]");
      name.placeholder = `Player ${place + 1}`;
      name.setAttribute("aria-label", `Player ${place + 1}`);
      row.querySelector("input[type=radio]").value = String(place);
      row.querySelector(".up").hidden = false;
      row.querySelector(".up").disabled = place === 0;
      row.querySelector(".off").hidden = false;
      row.querySelector(".off").disabled = rows().length <= least;
      row.querySelector(".handle").hidden = false;
    });
    add.hidden = rows().length >= most;
  };
  const fresh = () => {
    const row = model.cloneNode(true);
    row.querySelector("input[type=text]").value = "";
    row.querySelector("input[type=radio]").checked = false;
    seats.append(row);
    number();
    return row.querySelector("input[type=text]");
  };
  add.addEventListener("click", () => fresh().focus());
  seats.addEventListener("click", (event) => {
    const row = event.target.closest(".seat");
    if (event.target.closest(".up") && row.previousElementSibling) row.previousElementSibling.before(row);
    if (event.target.closest(".off")) {
      const name = row.querySelector("input[type=text]").value;
      const chip = [...form.querySelectorAll(".chip")].find((each) => each.dataset.name === name);
      if (chip) chip.hidden = false;
      row.remove();
    }
    number();
  });
  for (const chip of form.querySelectorAll(".chip")) {
    chip.hidden = false;
    chip.addEventListener("click", () => {
      const blank = rows().map((row) => row.querySelector("input[type=text]")).find((input) => !input.value.trim());
      const place = blank || (rows().length < most ? fresh() : null);
      if (!place) return;
      place.value = chip.dataset.name;
      chip.hidden = true;
    });
  }
  form.querySelector("[value=shuffle]").addEventListener("click", (event) => {
    event.preventDefault();
    const filled = rows().map((row) => row.querySelector("input[type=text]")).filter((input) => input.value.trim());
    const names = filled.map((input) => input.value);
    for (let place = names.length - 1; place > 0; place -= 1) {
      const other = crypto.getRandomValues(new Uint32Array(1))[0] % (place + 1);
      [names[place], names[other]] = [names[other], names[place]];
    }
    filled.forEach((input, place) => { input.value = names[place]; });
  });
  // Dragging by the handle, with finger or mouse.
  let dragged = null;
  seats.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".handle")) return;
    dragged = event.target.closest(".seat");
    dragged.classList.add("dragged");
    event.target.setPointerCapture(event.pointerId);
  });
  seats.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = rows().find((row) => { const box = row.getBoundingClientRect(); return event.clientY >= box.top && event.clientY <= box.bottom; });
    if (!over || over === dragged) return;
    if (rows().indexOf(over) < rows().indexOf(dragged)) over.before(dragged); else over.after(dragged);
    number();
  });
  for (const end of ["pointerup", "pointercancel"]) seats.addEventListener(end, () => { dragged?.classList.remove("dragged"); dragged = null; });
  number();
})();
