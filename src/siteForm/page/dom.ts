/** Announces a text to screen readers, after what they are reading. */
export function announce(text: string): void {
  const region = document.getElementById("announcements");
  if (region === null) return;
  // an unchanged text would not be announced again
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 50);
}

export function focus(id: string): void {
  document.getElementById(id)?.focus();
}

let isPressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs a task now, or after the mouse button is released: a change of layout between press and release would make the
 * click miss its target.
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
