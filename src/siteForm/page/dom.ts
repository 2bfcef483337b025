/** Has a screen reader say a sentence when it has finished with what it is saying. */
export function announce(text: string): void {
  const region = document.getElementById("announcements");
  if (region === null) return;
  // the same text twice would be silent
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 50);
}

export function focus(id: string): void {
  document.getElementById(id)?.focus();
}

let isPressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs a task now, or as soon as the pressed mouse button is up again: what changes the layout between press and
 * release makes the click land beside what was pressed.
 */
export function afterPress(task: () => void): void {
  if (isPressed) waiting.push(task);
  else task();
}

function released(): void {
  isPressed = false;
  const tasks = waiting;
  waiting = [];
  // the click follows the release
  setTimeout(() => tasks.forEach((task) => task()));
}

addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, released, true);
