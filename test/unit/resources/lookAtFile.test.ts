import assert from "node:assert/strict";
import { whyNoDirectory } from "../../../src/resources/lookAtFile.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { failing, FakeCalls } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";

/** A server with a directory and a file. */
function server() {
  return new FakeCalls({
    "file.stat": ({ paths }) =>
      listOf(
        paths.map((path) =>
          fileEntry(path, /^\/www(\/app\.jar)?$/.test(path), path === "/www/app.jar" ? 10 : undefined),
        ),
      ),
  });
}

describe("a directory to be created", () => {
  const why = (path: string, calls = server()) => whyNoDirectory(calls.callFor(), path);

  it("is impossible at or below a file", async () => {
    const file = { kind: "invalid", field: "path", rule: "file", value: "/www/app.jar" };
    for (const path of ["/www/app.jar", "/www/app.jar/", "//www//app.jar/a/b"]) assert.deepEqual(await why(path), file);
  });

  it("is possible below a directory, or below nothing", async () => {
    for (const path of ["/www", "/www/", "/www/a/b", "/", "/data/logs"]) assert.equal(await why(path), undefined);
  });

  it("is checked together with at most ten directories above it", async () => {
    const calls = server();
    await why("/www/a/b", calls);
    assert.deepEqual(calls.made, [["file.stat", { paths: ["/www/a/b", "/www/a", "/www"] }]]);
    const deep = server();
    await why("/a".repeat(50), deep);
    const [[, params] = assert.fail()] = deep.made;
    assert.equal((params as { readonly paths: readonly string[] }).paths.length, 10);
  });

  it("is possible if the panel cannot tell", async () => {
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
