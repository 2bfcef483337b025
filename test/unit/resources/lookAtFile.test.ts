import assert from "node:assert/strict";
import { whyNoDirectory } from "../../../src/resources/lookAtFile.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { failing, FakeCalls } from "../../fakes/fakeCall.ts";

/** A server with a directory and a file. */
function server() {
  return new FakeCalls({
    "file.stat": ({ path }) => {
      if (path === "/www") return { isFile: false, bytes: 4_096 };
      if (path === "/www/app.jar") return { isFile: true, bytes: 10 };
      throw new PanelError({ kind: "rejected", message: "File does not exist!" });
    },
  });
}

describe("a directory that is to be made", () => {
  const why = (path: string, calls = server()) => whyNoDirectory(calls.callFor(), path);

  it("cannot be one where a file is, or below one", async () => {
    const file = { kind: "invalid", field: "path", rule: "file", value: "/www/app.jar" };
    for (const path of ["/www/app.jar", "/www/app.jar/", "//www//app.jar/a/b"]) assert.deepEqual(await why(path), file);
  });

  it("may be one where there is a directory, or nothing below one", async () => {
    for (const path of ["/www", "/www/", "/www/a/b", "/", "/data/logs"]) assert.equal(await why(path), undefined);
  });

  it("is looked at from below, and no further than needed", async () => {
    const calls = server();
    await why("/www/a/b", calls);
    assert.deepEqual(
      calls.made.map(([, params]) => params),
      [{ path: "/www/a/b" }, { path: "/www/a" }, { path: "/www" }],
    );
    const deep = server();
    await why("/a".repeat(50), deep);
    assert.equal(deep.made.length, 10);
  });

  it("is let be where the panel does not tell", async () => {
    for (const failure of [
      { kind: "unsupported" },
      { kind: "page", status: 404 },
      { kind: "timeout", afterMs: 1 },
    ] as const)
      assert.equal(await why("/www", new FakeCalls({ "file.stat": failing(failure) })), undefined);
    const cancelled = new FakeCalls({ "file.stat": failing({ kind: "cancelled" }) });
    await assert.rejects(why("/www", cancelled), (error) => failureOf(error)?.kind === "cancelled");
  });
});
