import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, type ParseError } from "jsonc-parser";
import { withoutServer, withServer, type ChangedText } from "../../../../src/mcp/connect/serversText.ts";

const PLACE = { key: "mcpServers", name: "serverpanel" };
const ENTRY = { command: "/home/王/a b/serverpanel-mcp", args: ["x\ny"] };

function textOf(changed: ChangedText, before: string): string {
  if (changed.kind === "unusable") return assert.fail(`refused: ${before}`);
  return changed.kind === "same" ? before : changed.text;
}

const add = (text: string, entry: object = ENTRY) => textOf(withServer(text, PLACE, entry), text);
const remove = (text: string) => textOf(withoutServer(text, PLACE), text);

/** What a text says, which must not have a mistake. */
function valueOf(text: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const value = Object(
    parse(text.replace("\uFEFF", " "), errors, { allowTrailingComma: true, allowEmptyContent: true }),
  );
  assert.deepEqual(errors, [], text);
  return value as Record<string, unknown>;
}

/** All comments of a text, which never stand in a string here. */
const commentsOf = (text: string) => text.match(/\/\/[^\r\n]*|\/\*.*?\*\//gs) ?? [];

const blank = fc.constantFrom("", " ", "\n", "\r\n\t", " // mine\n", "/* mine */");
const entry = fc.tuple(fc.uuid(), blank).map(([key, gap]) => `"${key}"${gap}: { "command": "npx",${gap} "args": [1] }`);
const joined = (parts: readonly string[], gap: string, comma: string) =>
  parts.join(`,${gap}`) + (parts.length === 0 ? "" : comma);
const file = fc
  .record({
    mark: fc.constantFrom("", "\uFEFF"),
    before: blank,
    inside: blank,
    after: blank,
    others: fc.array(entry, { maxLength: 2 }),
    servers: fc.option(fc.array(entry, { maxLength: 2 })),
    comma: fc.constantFrom("", ","),
  })
  .map(({ mark, before, inside, after, others, servers, comma }) => {
    const list =
      servers === null ? [] : [`"mcpServers"${inside}: {${inside}${joined(servers, inside, comma)}${inside}}`];
    return `${mark}${before}{${inside}${joined([...list, ...others], inside, comma)}${inside}}${after}`;
  });

describe("The servers in the JSON file of a client", () => {
  it("get ours, and lose it again, whatever else the file has", () => {
    fc.assert(
      fc.property(file, (before) => {
        const { mcpServers, ...rest } = valueOf(before);
        const added = add(before);
        assert.deepEqual(valueOf(added), { ...rest, mcpServers: { ...Object(mcpServers), serverpanel: ENTRY } });
        assert.deepEqual(commentsOf(added), commentsOf(before));
        assert.equal(withServer(added, PLACE, ENTRY).kind, "same");
        const replaced = add(added, { command: "other" });
        assert.deepEqual(valueOf(replaced)["mcpServers"], { ...Object(mcpServers), serverpanel: { command: "other" } });
        assert.deepEqual(commentsOf(replaced), commentsOf(before));
        const removed = remove(replaced);
        assert.deepEqual(valueOf(removed), { ...rest, mcpServers: { ...Object(mcpServers) } });
        assert.deepEqual(commentsOf(removed), commentsOf(before));
        assert.equal(withoutServer(removed, PLACE).kind, "same");
      }),
      { numRuns: 500 },
    );
  });

  it("look like the rest, and what was added goes without a trace", () => {
    const before = '{\n  "mcpServers": {\n    "a": { "url": "x" } // mine\n  }\n}\n';
    const ours =
      '    "serverpanel": {\n      "command": "/home/王/a b/serverpanel-mcp",\n      "args": [\n        "x\\ny"\n      ]\n    }\n';
    const after = before.replace("} // mine\n", `}, // mine\n${ours}`);
    assert.equal(add(before), after);
    assert.equal(remove(after), before);
    const first = before.replace('{\n    "a"', `{\n${ours.replace(/\n$/, ",\n")}    "a"`);
    assert.equal(remove(first), before);
  });

  it("are made in a file that is empty", () => {
    for (const before of ["", "\uFEFF", " \n", "// mine", "{}", "{\r\n}"]) {
      const after = add(before);
      assert.ok(after.startsWith(before.replace(/\s*\}$/, "")), before);
      assert.deepEqual(valueOf(after), { mcpServers: { serverpanel: ENTRY } }, before);
    }
    assert.equal(withoutServer("", PLACE).kind, "same");
  });

  it("are not touched in a file with a mistake, or with something else in their place", () => {
    const unusable = [
      "[]",
      "1",
      "{",
      '{"mcpServers": [}',
      '{"a": 1 "b": 2}',
      '{"mcpServers": []}',
      '{"mcpServers": null}',
      '{"mcpServers": {}, "mcpServers": {}}',
      '{"mcpServers": {"serverpanel": 1, "serverpanel": 2}}',
      "{'mcpServers': {}}",
    ];
    for (const text of unusable) {
      assert.equal(withServer(text, PLACE, ENTRY).kind, "unusable", text);
      assert.equal(withoutServer(text, PLACE).kind, "unusable", text);
    }
  });
});
