/** Puts other elements into a list that must stay the same one. */
export function replace<Element>(list: Element[], elements: readonly Element[]): void {
  list.splice(0, list.length, ...elements);
}
