import assert from "node:assert/strict";
import { callsOf } from "./source/calls.ts";
import { readSourceFiles } from "./source/sourceFile.ts";

const DIALOGS = "src/platform/vscodeDialogs.ts";

/** VS Code's own functions for notifications and modal messages. */
const SHOWING = /\bshow(?:Information|Warning|Error)Message\s*(?:<[^<>()]*>)?\(/g;

describe("notifications", () => {
  const files = readSourceFiles("src");
  const calls = files.flatMap((file) => callsOf(file, SHOWING).map((call) => ({ ...call, path: file.path })));
  const isModal = (options = "") => /^options$|modal: true/.test(options);

  it("are shown in one place, which gives a button to those that VS Code would cut", () => {
    const named = files.filter(({ code }) => /show(?:Information|Warning|Error)Message/.test(code));
    assert.deepEqual(
      named.map(({ path }) => path),
      ["src/extension.ts", DIALOGS],
    );
    const open = calls.filter(({ path, args }) => path === DIALOGS && !isModal(args[1]));
    assert.deepEqual(
      open.map(({ args }) => args),
      Array.from({ length: 3 }, () => ["text", "...buttons"]),
    );
    const [dialogs] = files.filter(({ path }) => path === DIALOGS);
    assert.ok(dialogs);
    const { code } = dialogs;
    const start = code.indexOf("async function show(");
    const show = code.slice(start, code.indexOf("\n  }\n", start));
    const ways = /\bnotification\(/g;
    assert.equal(show.match(ways)?.length, 2, "as it is where it fits, else with a button");
    assert.equal(code.match(ways)?.length, 3, "these two and the function itself");
    assert.equal(code.match(/\boptions = \{ modal: true/g)?.length, 4);
  });

  it("have a button where the product itself does not start", () => {
    const before = calls.filter(({ path }) => path !== DIALOGS);
    assert.deepEqual(
      before.map(({ args }) => args.length),
      [2],
    );
  });
});
