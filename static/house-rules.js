// A house rule that means nothing with the others is not asked: what starts a Bock round, at a table without Bock.
(() => {
  const fields = [...document.querySelectorAll("[data-only-with]")];
  const form = fields[0]?.closest("form");
  if (!form) return;
  const show = () => {
    const sent = new FormData(form);
    for (const field of fields) {
      const needs = /** @type {[string, string[]][]} */ (Object.entries(JSON.parse(/** @type {string} */ (field.dataset.onlyWith))));
      field.hidden = !needs.every(([name, wanted]) => {
        const value = String(sent.get(name) ?? "").trim();
        return wanted.includes(value) || (value !== "" && wanted.includes("*"));
      });
    }
  };
  form.addEventListener("input", show);
  addEventListener("pageshow", show); // back again, with what was chosen
  show();
})();
