// Sends the form of a hand and interprets the answer. Never throws, never waits for ever.
const handRequests = (() => {
  const ANSWER_TIMEOUT = 10000;
  const path = `/matches/${liveMatch.id}/hands`;

  let csrfToken = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
  // Returns {response, html}, or {failure: "timeout" or "network"}.
  const request = async (address, options, timeout = ANSWER_TIMEOUT) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    try {
      const response = await fetch(address, { redirect: "manual", ...options, signal: controller.signal });
      // The headers decide. If the body is lost, the answer still counts.
      const html = await response.text().catch(() => "");
      return { response, html };
    } catch {
      return { failure: controller.signal.aborted ? "timeout" : "network" };
    } finally {
      clearTimeout(timer);
    }
  };
  const postForm = (address, fields, timeout) => request(address, {
    method: "POST",
    headers: { "HX-Request": "true", "Companion-Questions": liveMatch.knownQuestions() },
    body: new URLSearchParams([["csrfmiddlewaretoken", csrfToken], ...fields]),
  }, timeout);
  const renewCsrfToken = async () => {
    const { html } = await request(`/matches/${liveMatch.id}`, {});
    const newToken = html && liveMatch.parse(html).querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!newToken) return false;
    csrfToken = newToken;
    for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = newToken;
    return true;
  };

  // Sends a hand to be recorded. Returns the result of readAnswer, with html; for a refusal also the reason in words, and
  // the number, the token and the people that the server expects next.
  const post = async (hand, number) => {
    const fields = [["_once", hand.token], ["_number", String(number)], ["_people", hand.people || ""], ...hand.fields];
    let { response, html, failure } = await postForm(path, fields);
    if (response?.status === 403 && await renewCsrfToken()) ({ response, html, failure } = await postForm(path, fields));
    if (failure) return { kind: failure };
    const answer = readAnswer({
      status: response.status, onSheet: response.headers.get(ON_SHEET_HEADER), retryAfter: response.headers.get("Retry-After"),
    });
    if (!REFUSALS.includes(answer.kind)) return { ...answer, html };
    const form = liveMatch.parse(html).getElementById("entry");
    const reasons = [...(form?.querySelectorAll(".warn, .fault") || [])].map((element) => element.firstChild.textContent.trim());
    return {
      ...answer, html,
      reason: [...new Set(reasons)].join(" "),
      next: Number(form?.querySelector("[name=_number]").value) || null,
      token: form?.querySelector("[name=_once]").value || null,
      people: form?.querySelector("[name=_people]").value || null,
    };
  };
  // The form with these answers as the server renders it, or null.
  const fetchForm = async (fields, token) => {
    const { response, html } = await postForm(`${path}/try`, [["_whole", "1"], ["_once", token], ...fields], 4000);
    return response?.status === 200 ? liveMatch.parse(html).getElementById("entry") : null;
  };
  return { path, post, fetchForm };
})();
