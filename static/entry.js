// The entry of a hand: what is asked appears when it is asked, numbers step, cards are shared out by tapping.
(() => {
  const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

  // -- questions that are asked only sometimes ------------------------------------------------------------
  const value = (form, name) => {
    const found = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
    let last = "";
    for (const input of found) {
      if ((input.type === "radio" || input.type === "checkbox") && !input.checked) continue;
      last = input.value;
    }
    return last;
  };
  const ask = (form) => {
    const asked = new Set();
    const inOrder = [...form.querySelectorAll(".control")].sort((one, other) => one.dataset.place - other.dataset.place);
    for (const control of inOrder) {
      const when = control.dataset.when ? JSON.parse(control.dataset.when) : {};
      const shown = Object.entries(when).every(([name, wanted]) => asked.has(name) && wanted.includes(value(form, name)));
      control.hidden = !shown;
      if (!shown) continue;
      for (const input of control.querySelectorAll("[name]")) asked.add(input.name);
    }
  };

  // -- numbers ----------------------------------------------------------------------------------------------
  const number = (text) => Number(String(text).replace("−", "-").replace(",", ".")) || 0;
  const limited = (input, wanted) => {
    const { least, most } = input.dataset;
    let kept = wanted;
    if (least !== "" && least !== undefined) kept = Math.max(kept, Number(least));
    if (most !== "" && most !== undefined) kept = Math.min(kept, Number(most));
    return String(Math.round(kept * 100) / 100);
  };
  const fillLast = (row) => {
    if (row.dataset.sumTo === undefined) return;
    const inputs = [...row.querySelectorAll("input")];
    const open = inputs.filter((input) => input.value === "" || input.dataset.filled);
    if (open.length !== 1) return;
    const rest = Number(row.dataset.sumTo) - inputs.filter((input) => input !== open[0]).reduce((sum, input) => sum + number(input.value), 0);
    open[0].value = String(rest);
    open[0].dataset.filled = "1";
  };

  // -- cards shared out ---------------------------------------------------------------------------------------
  const share = (box) => {
    const plain = box.querySelector(".plain-share");
    const selects = [...plain.querySelectorAll("select[data-card]")];
    const rest = plain.querySelector("select[data-rest]");
    if (!selects.length || box.querySelector(".tap-share")) return;
    const owners = [...selects[0].options].filter((option) => option.value !== "").map((option) => ({ value: option.value, name: option.textContent }));
    const tap = document.createElement("div");
    tap.className = "tap-share";
    const group = (className, label) => {
      const made = document.createElement("div");
      made.className = className;
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", label);
      tap.append(made);
      return made;
    };
    const button = (text, owner) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = text;
      if (owner !== undefined) made.classList.add(`p${owner}`);
      return made;
    };
    let pen = owners[0].value;
    const pens = group("pens", "Whose cards?");
    const deck = group("deck", "The cards");
    const draw = () => {
      for (const each of pens.children) each.setAttribute("aria-pressed", String(each.dataset.owner === pen));
      for (const each of deck.children) {
        const select = selects[Number(each.dataset.place)];
        const owner = owners.find((one) => one.value === select.value);
        each.className = owner ? `owned p${owner.value}` : "";
        each.classList.toggle("row-begins", select.dataset.begins === "1");
        each.querySelector("i").textContent = owner ? owner.name.slice(0, 4) : "";
        each.setAttribute("aria-label", `${select.dataset.card}${owner ? `: ${owner.name}` : ""}`);
      }
      if (rest) for (const each of tap.querySelectorAll(".rests button")) each.setAttribute("aria-pressed", String(each.dataset.owner === rest.value));
    };
    for (const owner of owners) {
      const made = button(owner.name, owner.value);
      made.dataset.owner = owner.value;
      made.addEventListener("click", () => { pen = owner.value; draw(); });
      pens.append(made);
    }
    selects.forEach((select, place) => {
      const made = button("");
      made.dataset.place = String(place);
      made.innerHTML = `${select.parentElement.querySelector("span").innerHTML}<i></i>`;
      made.addEventListener("click", () => {
        select.value = select.value === pen ? "" : pen;
        draw();
        changed(select);
      });
      deck.append(made);
    });
    if (rest) {
      const said = document.createElement("p");
      said.className = "label";
      said.textContent = "All the others to";
      tap.append(said);
      const rests = group("rests", "All the others to");
      for (const owner of owners) {
        const made = button(owner.name, owner.value);
        made.dataset.owner = owner.value;
        made.addEventListener("click", () => {
          rest.value = rest.value === owner.value ? "" : owner.value;
          draw();
          changed(rest);
        });
        rests.append(made);
      }
    }
    plain.hidden = true;
    plain.after(tap);
    draw();
  };

  // -- the whole form -------------------------------------------------------------------------------------------
  const dress = (root) => {
    for (const form of root.matches?.("form.entry") ? [root] : root.querySelectorAll("form.entry")) {
      for (const hidden of form.querySelectorAll(".step, .sign, .quick")) hidden.hidden = false;
      for (const box of form.querySelectorAll("[data-share]")) share(box);
      ask(form);
    }
  };
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form.entry");
    if (!form) return;
    const pick = event.target.closest("[data-most].pick");
    if (pick && event.target.checked && pick.querySelectorAll("input:checked").length > Number(pick.dataset.most)) {
      const other = [...pick.querySelectorAll("input:checked")].find((input) => input !== event.target);
      other.checked = false;
    }
    const row = event.target.closest(".row");
    if (row) {
      delete event.target.dataset.filled;
      fillLast(row);
    }
    ask(form);
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.(".step, .sign, .quick button");
    if (!step) return;
    const input = step.closest(".stepper, .amount").querySelector("input");
    if (step.classList.contains("sign")) input.value = limited(input, -number(input.value));
    else if (step.dataset.value !== undefined) input.value = step.dataset.value;
    else if (input.value === "" && Number(step.dataset.step) < 0 && !(number(input.dataset.least) < 0)) input.value = limited(input, number(input.dataset.least));
    else input.value = limited(input, number(input.value) + Number(step.dataset.step));
    changed(input);
  });
  // Enter in a number field moves on rather than saving half a hand.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.("form.entry input[type=text]")) return;
    event.preventDefault();
    const fields = [...event.target.form.querySelectorAll("input[type=text], .save")].filter((field) => field.offsetParent !== null);
    fields[fields.indexOf(event.target) + 1]?.focus();
  });
  // The rules button opens where the question is that is being answered.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".stepper input")) event.target.select();
    const rule = event.target.closest?.("[data-rule]")?.dataset.rule;
    const rules = document.getElementById("rules");
    if (rule && rules) rules.href = rule;
  });
  // What went wrong on the way is said where the hand is entered; the match page keeps the hand for later instead.
  const fail = (text) => {
    const place = document.getElementById("network") || document.getElementById("whole");
    if (!place) return;
    place.hidden = false;
    place.textContent = text;
    place.classList.add("fault");
  };
  document.addEventListener("htmx:sendError", () => {
    if (!document.getElementById("network")) fail("No network. Nothing was changed; tap again when it is back.");
  });
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) fail("The Companion failed. Nothing was stored by this tap; try again.");
  });
  dress(document);
  document.addEventListener("htmx:afterSwap", (event) => {
    dress(document);
    // A refusal that lies behind the bar, or below the fold, is brought into sight.
    if (event.detail.xhr?.status >= 400) document.querySelector("#entry .fault, #entry .warn")?.scrollIntoView({ block: "center" });
  });
  document.addEventListener("companion:drawn", () => dress(document));
})();
