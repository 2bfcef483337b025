import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, type ParseError } from "jsonc-parser";
import { findList, type JsonList } from "../../../src/platform/jsonList.ts";
import { withInsertions } from "../../../src/platform/jsonText.ts";

const TASKS: JsonList = { path: ["tasks"], beside: { version: "2.0.0" } };
const SETTING: JsonList = { path: ["settings", "serverPanel.deployments"] };
const ENTRY = { label: "new", args: ["a\nb"] };

function add(text: string, list = TASKS): string {
  const found = findList(text, list);
  if (found.kind === "unusable") return assert.fail(`refused: ${text}`);
  return withInsertions(text, found.insertionsFor(ENTRY));
}

/** What a text says, which must not have a mistake. */
function valueOf(text: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, allowEmptyContent: true };
  const value = Object(parse(text.replace("\uFEFF", " "), errors, options)) as Record<string, unknown>;
  assert.deepEqual(errors, [], text);
  return value;
}

/** Whether a text is another with a comma and one piece more, at most, in it. */
function keepsAll(text: string, before: string): boolean {
  for (let start = 0; start <= before.length && text.startsWith(before.slice(0, start)); start += 1)
    for (let end = start; end <= before.length; end += 1) {
      const isRest = text.endsWith(before.slice(end));
      const comma = end > start ? "," : "";
      if (isRest && text.slice(start).startsWith(comma + before.slice(start, end))) return true;
    }
  return false;
}

const blank = fc.constantFrom(
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\n    ",
  "// a, ]\n",
  "/* b } */",
  ' // "c"\r\n\t',
  "/**/\n",
);
const scalar = fc
  .oneof(fc.string({ maxLength: 4 }), fc.constantFrom(1, true, null, "]", "//", '"', "é\n"))
  .map((each) => JSON.stringify(each));

/** Text of values between brackets, with blanks and comments wherever JSON allows them, and perhaps a comma behind the last. */
function enclosed(open: string, each: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> {
  const parts = fc.array(fc.tuple(blank, each, blank), { maxLength: 3 });
  return fc.tuple(parts, fc.constantFrom("", ","), blank).map(([inside, comma, last]) => {
    const text = inside.map((part) => part.join("")).join(",");
    return open + text + (text === "" ? "" : comma) + last + close;
  });
}

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    enclosed("[", tie("value"), "]"),
    enclosed(
      "{",
      fc.tuple(fc.uuid(), blank, tie("value")).map(([key, gap, inner]) => `"${key}"${gap}:${inner}`),
      "}",
    ),
  ),
}));
const list = enclosed("[", value, "]");
const other = fc.tuple(fc.uuid(), value).map(([key, inner]) => `"${key}":${inner}`);
const file = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    blank,
    fc.array(other, { maxLength: 2 }),
    fc.option(list),
    fc.constantFrom("", ","),
    blank,
    blank,
  )
  .map(([mark, before, others, tasks, comma, inside, after]) => {
    const properties = tasks === null ? others : [...others, `"tasks" : ${tasks}`];
    const text = properties.join(`,${inside}`);
    return `${mark}${before}{${inside}${text}${text === "" ? "" : comma}${inside}}${after}`;
  });

describe("A list in a JSON file with comments", () => {
  it("gets an entry at its end, and nothing else changes, whatever the file has", () => {
    fc.assert(
      fc.property(file, (before) => {
        const after = add(before);
        const { tasks = [], ...rest } = valueOf(before);
        assert.deepEqual(valueOf(after), { ...rest, tasks: [...(tasks as readonly unknown[]), ENTRY] });
        assert.ok(keepsAll(after, before), `${before}\n→\n${after}`);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps comments where they are, and looks like the rest", () => {
    const before =
      '{\n\t// all of ours\n\t"version": "2.0.0",\n\t"tasks": [\n\t\t{ "label": "a" }, // first\n\t\t// last\n\t],\n}\n';
    const entry = '\n\t\t{\n\t\t\t"label": "new",\n\t\t\t"args": [\n\t\t\t\t"a\\nb"\n\t\t\t]\n\t\t}';
    assert.equal(add(before), before.replace("// last", `// last${entry}`));
    const noComma = before.replace("},", "}");
    assert.equal(add(noComma), before.replace("// last", `// last${entry}`));
  });

  it("gets the file's own line breaks, and spaces as wide as its own", () => {
    const before = '{\r\n  "tasks": []\r\n}';
    const entry = '\r\n    {\r\n      "label": "new",\r\n      "args": [\r\n        "a\\nb"\r\n      ]\r\n    }\r\n  ';
    assert.equal(add(before), before.replace("[]", `[${entry}]`));
  });

  it("is made where the file has none, is empty or has nothing but comments", () => {
    const whole = { version: "2.0.0", tasks: [ENTRY] };
    for (const before of ["", "\uFEFF", " \n", "// mine", "// mine\r\n", "/* mine */"]) {
      const after = add(before);
      assert.ok(after.startsWith(before));
      assert.deepEqual(valueOf(after), whole, before);
    }
    assert.deepEqual(valueOf(add("{}")), { tasks: [ENTRY] });
    assert.deepEqual(valueOf(add('{"folders":[]}', SETTING)), {
      folders: [],
      settings: { "serverPanel.deployments": [ENTRY] },
    });
    assert.deepEqual(valueOf(add('{"settings":{"a":1}}', SETTING)), {
      settings: { a: 1, "serverPanel.deployments": [ENTRY] },
    });
  });

  it("has its entries as plain objects, which may be compared", () => {
    const found = findList('{ "tasks": [/**/ { "a": [{}] },] }', TASKS);
    assert.deepStrictEqual(found.kind === "found" && found.entries, [{ a: [{}] }]);
  });

  it("is not touched where the file is no JSON, has no list there, or has it twice", () => {
    const cases: readonly (readonly [string, string | undefined, number])[] = [
      ['{ "tasks": [', undefined, 12],
      ['{ "tasks": [] } x', undefined, 16],
      ["/* open", undefined, 0],
      ['{ "tasks": {} }', "tasks", 11],
      ['{ "tasks": null }', "tasks", 11],
      ['{ "tasks": [], "tasks": [] }', "tasks", 15],
    ];
    for (const [text, key, offset] of cases)
      assert.deepEqual(findList(text, TASKS), { kind: "unusable", offset, ...(key !== undefined && { key }) }, text);
    assert.deepEqual(findList("[]", TASKS), { kind: "unusable", offset: 0 });
    assert.deepEqual(findList('{"settings":1}', SETTING), { kind: "unusable", key: "settings", offset: 12 });
  });
});
