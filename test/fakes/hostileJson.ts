/** Units of which a hostile text is made. */
export const UNITS = [
  "a",
  " ",
  "7",
  "<",
  "<script",
  "&",
  "&lt;",
  "\r",
  "\n",
  "a\n",
  "环\n",
  "\\",
  '"',
  "\ud800",
  "\u200b",
  "\u202e",
  "a\u0301",
  "\u0085 ",
  "\b",
  "\u001b[",
  "\u001b]",
  "\r\u001b[K",
  "Pcount>",
  "*** ",
  "失败 ",
  "[",
  "/a",
  "_1",
] as const;

/** JSON of about this many characters, which is no answer of a panel's. `row`: of the list that is asked for. */
const SHAPES = {
  objects: (size) => list("{}", size),
  rows: (size, row) => list(JSON.stringify(row), size),
  brokenRows: (size, row) => list(JSON.stringify(broken(row)), size),
  arrays: (size) => list("[]", size),
  numbers: (size) => list("1", size),
  texts: (size) => list('"a"', size),
  keys: (size) => object((at) => `"k${at}":{}`, size),
  // a newline forges a line of the log
  forgedKeys: (size) => object((at) => `"a\\n[info] ${at}":[1]`, size),
  longKey: (size) => `{"${"k".repeat(size)}":[1]}`,
  deepArrays: (size) => `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`,
  deepObjects: (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  open: (size) => "[".repeat(size),
  blanks: (size) => `[${" ".repeat(size)}]`,
  digits: (size) => "7".repeat(size),
} as const satisfies Readonly<Record<string, (size: number, row: unknown) => string>>;

export type Shape = keyof typeof SHAPES;
export const shapes = Object.keys(SHAPES) as readonly Shape[];

/** JSON of a shape. */
export function hostileJson(shape: Shape, size: number, row: unknown): string {
  return SHAPES[shape](size, row);
}

/** JSON of a text that repeats a unit. */
export function hostileText(unit: string, size: number): string {
  const inJson = JSON.stringify(unit).slice(1, -1);
  return `"${inJson.repeat(size / inJson.length)}"`;
}

function list(element: string, size: number): string {
  return `[${`${element},`.repeat(Math.max(0, size / (element.length + 1) - 1))}${element}]`;
}

/** Ten thousand entries, over and over. */
function object(entry: (at: number) => string, size: number): string {
  const entries = Array.from({ length: Math.min(10_000, size / 16) }, (_, at) => entry(at)).join(",");
  return `{${`${entries},`.repeat(Math.max(0, size / entries.length - 1))}${entries}}`;
}

/** The same fields, none of which can be read. */
function broken(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return { a: row };
  return Object.fromEntries(Object.keys(row).map((name) => [name, { [name]: [] }]));
}
