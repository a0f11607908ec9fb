// Downloads on a phone without a server. Browsers do not ask the service worker for a link with "download", so this script
// fetches the file first.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[download]");
  if (!link || link.href.startsWith("blob:")) return;
  event.preventDefault();
  const response = await fetch(link.href);
  if (!response.ok) return;
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") || "")?.[1] || "companion";
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await response.blob());
  file.download = name;
  document.body.append(file);
  file.click();
  file.remove();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
});
