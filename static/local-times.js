// Times as the phone's clock shows them; without scripts they are in UTC.
for (const time of document.querySelectorAll("main time[datetime]")) {
  const moment = new Date(time.dateTime);
  time.textContent = moment.toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
}
