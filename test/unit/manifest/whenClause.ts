/** Values of context keys; an absent one is `undefined`. */
export type Context = Readonly<Record<string, string | number | boolean | undefined>>;

/** A parsed `when` clause. */
export interface WhenClause {
  /** Every context key in the clause. */
  readonly keys: ReadonlySet<string>;
  readonly holds: (context: Context) => boolean;
}

const TERM =
  /^(?:(?<not>!)?(?<bare>[\w.]+)|(?<key>[\w.]+) (?:(?<operator>==|!=|>) (?<value>[\w.]+|'[^']*')|=~ \/(?<regex>\S+)\/))$/;

/** Parses terms joined by `&&`; throws on other clauses, which VS Code might drop or guess. */
export function parseWhenClause(text: string): WhenClause {
  const terms = text.split(" && ").map((term) => {
    const { not, bare, key = bare ?? "", operator, value: written = "", regex } = TERM.exec(term)?.groups ?? {};
    if (key === "") throw new SyntaxError(`"${term}" in "${text}"`);
    const value = written.replaceAll("'", "");
    const pattern = regex === undefined ? undefined : new RegExp(regex);
    const holds = (context: Context): boolean => {
      const actual = context[key];
      if (pattern !== undefined) return pattern.test(String(actual));
      if (operator === ">") return Number(actual) > Number(value);
      // `undefined` equals nothing
      if (operator !== undefined) return (actual !== undefined && String(actual) === value) === (operator === "==");
      return (key === "false" ? false : Boolean(actual)) !== (not !== undefined);
    };
    return { key, holds };
  });
  return {
    keys: new Set(terms.map(({ key }) => key).filter((key) => key !== "false")),
    holds: (context) => terms.every(({ holds }) => holds(context)),
  };
}
