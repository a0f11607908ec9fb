// Numbers and sums as people type them, the same as scoring/engine/typed_numbers.py: "1.234,5", "10+15+8-5", "3×20".
const typedNumbers = (() => {
  const parts = new Intl.NumberFormat(document.documentElement.lang || "en", { useGrouping: "always" }).formatToParts(12345.5);
  /** @param {string} type */
  const part = (type) => /** @type {string} */ (parts.find((each) => each.type === type)?.value); // every language has both
  const [thousands, decimal] = [part("group"), part("decimal")];

  // A number without signs; NaN if it is none, or may be two.
  /** @param {string} text */
  const readOne = (text) => {
    /** @param {string} plain */
    const toFraction = (plain) => (/^(\d+[.,]?\d*|[.,]\d+)$/.test(plain) ? Number(plain.replace(",", ".")) : NaN);
    if (/^\d{1,3}( \d{3})+([.,]\d*)?$/.test(text)) return toFraction(text.replaceAll(" ", ""));
    for (const [group, point] of [[",", "\\."], [".", ","]]) {
      const grouped = `[1-9]\\d{0,2}([${group}]\\d{3})`;
      if (new RegExp(`^(${grouped}{2,}(${point}\\d+)?|${grouped}${point}\\d+)$`).test(text)) return toFraction(text.replaceAll(group, ""));
    }
    if (!/^[1-9]\d*[.,]\d{3}$/.test(text)) return toFraction(text);
    return text.includes(thousands) && text.length <= 7 ? Number(text.replace(/[.,]/, "")) : NaN;
  };
  /** @param {string} text */
  const termsOf = (text) => String(text).replace(/[−–＋－*，．’'\s]/g, (sign) => (/** @type {Record<string, string>} */ ({ "−": "-", "–": "-", "＋": "+", "－": "-", "*": "×", "，": ",", "．": "." }))[sign] || " ")
    .trim().replace(/ ?([+×-]) ?/g, "$1");

  // Returns the number or the sum; null if the text is no number, or may be two.
  /** @param {string} text */
  const read = (text) => {
    const terms = termsOf(text);
    if (!/^[+-]?[^+-]+([+-][^+-]+)*$/.test(terms)) return null;
    let sum = 0;
    for (const [, sign, product] of terms.matchAll(/([+-]?)([^+-]+)/g)) sum += (sign === "-" ? -1 : 1) * product.split("×").map(readOne).reduce((one, other) => one * other);
    return Number.isNaN(sum) ? null : Math.round(sum * 1e6) / 1e6;
  };
  // Whether there is more to a text than a number: a sum, a product.
  /** @param {string} text */
  const isSum = (text) => /.[+×-]/.test(termsOf(text));
  /** @param {number} number */
  const asTyped = (number) => String(number).replace(".", decimal);
  return { read, isSum, asTyped, decimal };
})();
