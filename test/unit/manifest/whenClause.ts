/** Values of context keys; an absent one is `undefined`. */
export type Context = Readonly<Record<string, unknown>>;

/** A parsed `when` clause. */
export interface WhenClause {
  /** Every context key that it reads. */
  readonly keys: ReadonlySet<string>;
  readonly holds: (context: Context) => boolean;
}

type Test = (context: Context) => boolean;

type Token =
  | { readonly type: "operator" | "quoted" | "regex" | "word"; readonly text: string; readonly at: number }
  | { readonly type: "end"; readonly text: ""; readonly at: number };

const OPERATOR = String.raw`(?<operator>\(|\)|&&|\|\||==|=~|!=|!|<=|>=|<|>)`;
const QUOTED = String.raw`'(?<quoted>[^']*)'`;
const REGEX = String.raw`(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[igsmyu]*)`;
// "vim.use<C-r>" is one key, "a<=1" is three tokens
const WORD = String.raw`(?!\/)(?<word>(?:[\w.\-/\\:*?%+[\]^,#@;"\u0100-\uffff]|[<>](?!=))+)`;
const TOKEN = new RegExp(String.raw`\s*(?:${OPERATOR}|${QUOTED}|${REGEX}|${WORD})`, "y");

/**
 * Reads a `when` clause as VS Code does, but throws a `SyntaxError` where VS Code would drop the clause or guess:
 * a menu entry whose clause is dropped is always offered.
 */
export function parseWhenClause(text: string): WhenClause {
  const tokens = tokensOf(text);
  const keys = new Set<string>();
  let position = 0;

  const peek = (): Token => tokens[position] ?? { type: "end", text: "", at: text.length };
  const next = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  const isOperator = (operator: string): boolean => peek().type === "operator" && peek().text === operator;
  const isWord = (word: string): boolean => peek().type === "word" && peek().text === word;
  const expectOperator = (operator: string): void => {
    if (!isOperator(operator)) throw unexpected(text, peek(), `"${operator}"`);
    next();
  };

  function either(): Test {
    const tests = [both()];
    for (; isOperator("||"); tests.push(both())) next();
    return (context) => tests.some((test) => test(context));
  }

  function both(): Test {
    const tests = [term()];
    for (; isOperator("&&"); tests.push(term())) next();
    return (context) => tests.every((test) => test(context));
  }

  function term(): Test {
    if (!isOperator("!")) return primary();
    next();
    // a "!" belongs to the key alone, so "!a == b" is no clause
    const negated = isOperator("(") ? parenthesised() : bareKey();
    return (context) => !negated(context);
  }

  function primary(): Test {
    if (isOperator("(")) return parenthesised();
    const bare = bareKey();
    const key = tokens[position - 1]?.text ?? "";
    if (key === "true" || key === "false") return bare;
    if (isWord("in") || isWord("not")) return membership(key);
    return peek().type === "operator" ? comparison(key, bare) : bare;
  }

  function parenthesised(): Test {
    expectOperator("(");
    const inner = either();
    expectOperator(")");
    return inner;
  }

  function bareKey(): Test {
    const { type, text: key } = peek();
    if (type !== "word" || key === "in" || key === "not") throw unexpected(text, peek(), "a key");
    next();
    if (key === "true" || key === "false") return () => key === "true";
    keys.add(key);
    return (context) => Boolean(context[key]);
  }

  function membership(key: string): Test {
    const negated = isWord("not");
    if (negated) next();
    if (!isWord("in")) throw unexpected(text, peek(), '"in"');
    next();
    const container = value().text;
    keys.add(container);
    return (context) => isIn(context[key], context[container]) !== negated;
  }

  function comparison(key: string, bare: Test): Test {
    const operator = peek().text;
    switch (operator) {
      case "==":
      case "!=": {
        next();
        const { text: expected, type } = value();
        const equals: Test =
          type === "word" && (expected === "true" || expected === "false")
            ? (context) => bare(context) === (expected === "true")
            : (context) => looselyEquals(context[key], expected);
        return (context) => equals(context) === (operator === "==");
      }
      case "=~": {
        next();
        const regex = regexOf(text, next());
        return (context) => regex.test(String(context[key]));
      }
      case "<":
      case "<=":
      case ">":
      case ">=": {
        next();
        const compare = NUMERIC[operator];
        const limit = Number.parseFloat(value().text);
        return (context) => compare(Number.parseFloat(String(context[key])), limit);
      }
      default:
        return bare;
    }
  }

  function value(): Token {
    if (peek().type !== "word" && peek().type !== "quoted") throw unexpected(text, peek(), "a value");
    return next();
  }

  const holds = either();
  if (peek().type !== "end") throw unexpected(text, peek(), "an operator");
  return { keys, holds };
}

const NUMERIC = {
  "<": (a: number, b: number) => a < b,
  "<=": (a: number, b: number) => a <= b,
  ">": (a: number, b: number) => a > b,
  ">=": (a: number, b: number) => a >= b,
} as const;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new SyntaxError(`"${text}": unreadable from "${text.slice(at)}"`);
    const { operator, quoted, regex, word } = groups;
    if (operator !== undefined) tokens.push({ type: "operator", text: operator, at });
    else if (quoted !== undefined) tokens.push({ type: "quoted", text: quoted, at });
    else if (regex !== undefined) tokens.push({ type: "regex", text: regex, at });
    else tokens.push({ type: "word", text: word ?? "", at });
  }
  return tokens;
}

function unexpected(text: string, token: Token, wanted: string): SyntaxError {
  return new SyntaxError(`"${text}": "${token.text}" at ${token.at} instead of ${wanted}`);
}

function regexOf(text: string, token: Token): RegExp {
  if (token.type !== "regex") throw unexpected(text, token, "a regular expression");
  const end = token.text.lastIndexOf("/");
  // with g or y a regex would remember where it last matched, so VS Code drops them
  return new RegExp(token.text.slice(1, end), token.text.slice(end + 1).replaceAll(/[gy]/g, ""));
}

/** VS Code compares with `==`: the number 0 equals "0", and `undefined` equals nothing. */
function looselyEquals(actual: unknown, expected: string): boolean {
  if (typeof actual === "number" || typeof actual === "boolean") return Number(actual) === Number(expected);
  return String(actual) === expected && actual !== undefined && actual !== null;
}

function isIn(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(item);
  return (
    typeof item === "string" && typeof container === "object" && container !== null && Object.hasOwn(container, item)
  );
}
