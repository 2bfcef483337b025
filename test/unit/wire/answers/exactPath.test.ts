import assert from "node:assert/strict";
import { exactPath, isExact, isMisread, pathUses, type PathUse } from "../../../../src/wire/answers/exactPath.ts";
import type { OperationId, ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";

const ROOT = "/www/wwwroot/a.example.com";

/** Uses in which panels read another path. */
type Uses = readonly PathUse[];

const CHANGES: Uses = ["createDirectory", "transfer", "remove", "removeDirectory"];
const UNESCAPING: Uses = [...CHANGES, "list", "attributes", "hash", "read", "access", "text"];

/** Names that panels take for others, and in which uses they do (docs/protocol.md 16.21). */
const MISREAD: readonly (readonly [name: string, uses: Uses])[] = [
  ["css\\style.css", [...CHANGES, "list", "text"]],
  ["css//style.css", [...CHANGES, "list", "text"]],
  ["a&ampb", UNESCAPING],
  ["a&amp;b", UNESCAPING],
  ["a&#98", UNESCAPING],
  ["a&#x62;", UNESCAPING],
  ["a&notit", UNESCAPING],
  ["a&quotb", UNESCAPING],
  ["a&hearts;", UNESCAPING],
  ["site->old.txt", ["list", "text", "createDirectory", "remove", "removeDirectory"]],
  ["site -> old.txt", ["list", "text", "createDirectory", "remove", "removeDirectory"]],
  ["a%20b", ["text"]],
  ["it's", ["text"]],
];

describe("paths that panels take for other ones", () => {
  for (const [name, uses] of MISREAD)
    it(`are not sent: ${name}`, () => {
      const path = `${ROOT}/${name}`;
      assert.deepEqual(pathUses.filter((use) => isMisread(use, path)).toSorted(), uses.toSorted());
      for (const use of uses) {
        assert.equal(isExact(use, path), false, use);
        assert.throws(() => exactPath(use, path), PanelError);
      }
    });

  it("are one edition's alone where it cuts blanks off, and sent to neither", () => {
    const path = `${ROOT}/a `;
    assert.deepEqual(
      pathUses.filter((use) => !isExact(use, path)),
      ["attributes", "createDirectory", "remove", "removeDirectory"],
    );
  });

  it("are those with a bar where they are read", () => {
    assert.equal(isExact("read", `${ROOT}/a|b`), false);
    assert.equal(isExact("remove", `${ROOT}/a|b`), true);
  });

  it("are also those that a shell would run", () => {
    assert.equal(isExact("remove", `${ROOT}/it's`), true);
    assert.equal(isExact("remove", `${ROOT}/it';id;'.user.ini`), false);
    assert.equal(isExact("upload", `${ROOT}/$(id)`), true);
    assert.equal(isExact("upload", `${ROOT}/$(id).user.ini`), false);
    assert.equal(isExact("access", `${ROOT}/it's`), false);
    for (const name of ["a b", "$(id)", "a;b"])
      for (const use of ["createDirectory", "removeDirectory"] as const)
        assert.equal(isExact(use, `${ROOT}/${name}`), false, name);
  });

  it("are no names of every day", () => {
    for (const name of [".env", "中文", "é.txt", "R&D.pdf", "Fish & Chips", "a+b=c", "#1", "~", "[id]", "-x", "a-"])
      for (const use of ["list", "hash", "read", "transfer", "remove"] as const)
        assert.equal(isExact(use, `${ROOT}/${name}`), true, `${use} ${name}`);
  });

  it("are no parameters for the compiler, nor is a path that was compared for another use", () => {
    const call = <Id extends OperationId>(id: Id, params: ParamsOf<Id>) => [id, params];
    // @ts-expect-error a bare text
    call("file.remove", { path: "/a" });
    // @ts-expect-error
    call("file.move", { from: exactPath("transfer", "/a"), to: "/b" });
    // @ts-expect-error for another use
    call("file.remove", { path: exactPath("transfer", "/a") });
    assert.ok(call("file.remove", { path: exactPath("remove", "/a") }));
  });

  it("are those that no panel takes at all", () => {
    for (const path of ["a", "", "/a/../b", "/a/./b", "/a\n", "/a\u0000"])
      for (const use of pathUses) assert.equal(isExact(use, path), false, path);
  });
});
