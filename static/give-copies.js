// Gives matches of a phone without a server to the server, so that other phones can follow them.
(() => {
  const button = document.querySelector("[data-give]");
  if (!button) return;
  const status = document.getElementById("giving");
  const jsonHeaders = { "Content-Type": "application/json" };

  // Returns "" or an error message.
  /** @param {string} id */
  const give = async (id) => {
    const { key, copy } = await (await fetch(`/matches/${id}/copy`)).json();
    const response = await fetch(`/api/v1/matches/${id}/copy`, { method: "POST", headers: { ...jsonHeaders, "Authorization": `Bearer ${key}` }, body: JSON.stringify(copy) });
    const answer = await response.json().catch(() => null);
    if (response.status === 401 || response.status === 404 && answer) return gettext("The server has this table, but this phone’s link no longer opens it. Join the table there with a new link.");
    if (!answer || response.status >= 500 || response.status === 405) return gettext("There is no server here that takes matches. You can export the table to a file.");
    if (!response.ok) return answer.detail || gettext("The server did not accept it.");
    if (answer.current) await fetch("/copies", { method: "POST", headers: jsonHeaders, body: JSON.stringify({ key, copy: answer.current }) });
    else await fetch(`/matches/${id}/copy/given`, { method: "POST", headers: jsonHeaders, body: JSON.stringify({ version: answer.version }) });
    return "";
  };

  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = gettext("One moment …");
    try {
      for (const id of button.dataset.give.split(" ")) {
        const error = await give(id);
        if (error) {
          status.textContent = error;
          button.disabled = false;
          return;
        }
      }
      location.reload();
    } catch {
      status.textContent = gettext("The server cannot be reached now. Try again where there is a network.");
      button.disabled = false;
    }
  });
})();
