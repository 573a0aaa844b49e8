// Sets the colours that the reader chose before anything is seen.
try {
  const theme = localStorage.getItem("linclass theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page has the colours of the system.
}
