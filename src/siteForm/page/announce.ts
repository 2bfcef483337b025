/** Has a screen reader say a sentence when it has finished with what it is saying. */
export function announce(text: string): void {
  const region = document.getElementById("announcements");
  if (region === null) return;
  // the same text twice would be silent
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 50);
}
