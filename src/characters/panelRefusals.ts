/** The meaning of a sentence with which panels refuse a change. */
export interface PanelRefusal {
  /** Beginnings of the sentence, by language. */
  readonly begins: readonly string[];
  readonly text: (message: string) => string;
}

/** Finds what a panel's message means; `undefined` if it is unknown or in another language. */
export function refusalIn<Refusal extends PanelRefusal>(
  refusals: readonly Refusal[],
  message: string,
): Refusal | undefined {
  return refusals.find(({ begins }) => begins.some((begin) => message.startsWith(begin)));
}
