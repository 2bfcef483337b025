import assert from "node:assert/strict";
import { chooseWindow } from "../../../src/mcp/shim/openWindows.ts";

const window = (name: string, focusedAt: number, ...folders: string[]) => ({ name, focusedAt, folders });

const rows: readonly (readonly [
  what: string,
  directory: string | undefined,
  ...windows: ReturnType<typeof window>[],
])[] = [
  ["the window whose folder it is", "/work/shop", window("other", 9, "/work/blog"), window("chosen", 1, "/work/shop")],
  ["the window whose folder holds it", "/work/shop/src", window("other", 9), window("chosen", 1, "/work/shop")],
  [
    "the window with the deepest of such folders",
    "/work/shop/api/src",
    window("other", 9, "/work", "/work/shop"),
    window("chosen", 1, "/else", "/work/shop/api"),
  ],
  [
    "of two with the same folder the one that had the focus last",
    "/work/shop",
    window("other", 1, "/work/shop"),
    window("chosen", 2, "/work/shop"),
  ],
  [
    "without such a folder the one that had the focus last",
    "/elsewhere",
    window("other", 1, "/work"),
    window("chosen", 2),
  ],
  ["not one whose folder only begins alike", "/work/shopping", window("other", 1, "/work/shop"), window("chosen", 2)],
  ["not one whose folder is below", "/work", window("other", 1, "/work/shop"), window("chosen", 2)],
  ["a window even where the directory is gone", undefined, window("other", 1, "/work"), window("chosen", 2)],
];

describe("a call goes to", () => {
  for (const [what, directory, ...windows] of rows)
    it(what, () => {
      assert.equal(chooseWindow(windows, directory)?.name, "chosen");
      assert.equal(chooseWindow(windows.toReversed(), directory)?.name, "chosen");
    });

  it("no window where there is none", () => assert.equal(chooseWindow([], "/work"), undefined));
});
