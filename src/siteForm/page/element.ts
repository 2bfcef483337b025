/** Attributes by name; `true` stands for one without a value, `undefined` and `false` for none. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Makes an element with attributes and children. Strings become text nodes, so what a panel or a person wrote is never
 * read as HTML.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (typeof value === "string") made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button that does one thing; the first of a step is the primary one. */
export function button(
  kind: "primary" | "secondary" | "link",
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind, ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}
