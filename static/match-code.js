// The page that reads codes of matches: takes the code from the address (what stands after # reaches no server by itself), and
// collects several codes of one match, which the camera app opens one after the other.
(() => {
  const KEPT = "match-codes";
  /** @returns {string[]} */
  const stored = () => {
    try {
      return JSON.parse(/** @type {string} */ (localStorage.getItem(KEPT))) || [];
    } catch {
      return [];
    }
  };
  /** @param {string[]} codes */
  const store = (codes) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify(codes));
    } catch {
      // Without storage the codes are pasted one by one.
    }
  };
  if (document.querySelector("[data-read]")) store([]); // they were read
  const form = document.getElementById("codes-form");
  const code = /^#m=([\w-]+)$/.exec(location.hash)?.[1];
  if (!form || !code) return;
  // Bytes 3 to 6 are the checksum of the match, the same in all its codes.
  /** @param {string} one */
  const match = (one) => one.slice(4, 9);
  const codes = [...new Set([...stored().filter((one) => match(one) === match(code)), code])];
  store(codes);
  history.replaceState(null, "", location.pathname);
  form.querySelector("textarea").value = codes.join("\n");
  form.submit();
})();
