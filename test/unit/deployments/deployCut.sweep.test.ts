import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { deploy } from "../../../src/deployments/deploy.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { DeployFixture, ROOT, sorted } from "./deployFixture.ts";
import { placeOf, tools } from "./exchange/exchangeServer.ts";

/** Programs of the server that go before its own. */
class Programs {
  readonly directory = mkdtempSync(join(tmpdir(), "programs-"));
  readonly path = [this.directory, process.env["PATH"] ?? ""].join(delimiter);

  /** Has the power cut once, before a program is called with this word. */
  cutAt(program: string, word: string): void {
    const armed = join(this.directory, "armed");
    writeFileSync(armed, "");
    const lines = [
      "#!/bin/sh",
      `case "$*" in *${word}*) [ ! -e ${armed} ] || { rm ${armed}; kill -9 0; } ;; esac`,
      `exec ${placeOf(program) ?? program} "$@"`,
      "",
    ];
    writeFileSync(join(this.directory, program), lines.join("\n"), { mode: 0o755 });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

describe("a deployment that is cut off while the server exchanges", () => {
  let programs: Programs;
  let used: DeployFixture;
  beforeEach(async () => {
    programs = new Programs();
    used = await DeployFixture.start("baota", programs.path);
    await used.source({ "app/a.js": "one", "index.html": "one" });
    assert.equal((await used.deploy()).end.state, "wanted");
    await used.source({ "app/a.js": "two", "added.js": "new", "index.html": "two" });
  });
  afterEach(async () => {
    await used.stop();
    programs.remove();
  });

  /** Cuts the exchange before the page is replaced, and the panel with it. */
  async function cut(): Promise<void> {
    const prepared = await used.prepare();
    programs.cutAt("mv", "index.html");
    used.fault = (_call, id, isMade) => {
      if (id === "scheduledTask.run" && isMade) used.fault = gone;
    };
    await deploy(prepared, used.context()).catch(() => undefined);
    used.fault = () => undefined;
    await used.panel.shell.over();
  }

  const gone = () => {
    throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
  };

  it("is taken back by itself, for its end was not seen", async () => {
    const prepared = await used.prepare();
    programs.cutAt("mv", "index.html");
    const { end } = await deploy(prepared, used.context());
    assert.deepEqual([end.state, used.server["app/a.js"], used.server["added.js"]], ["before", "one", undefined]);
    assert.deepEqual(await used.leftovers(), []);
  });

  it("is known to every computer, and blocks nothing once it is ended", async () => {
    await cut();
    assert.equal(used.server["app/a.js"], "two", "it was in the middle");
    const { unfinished } = await used.state();
    assert.equal(unfinished?.record?.computer, "here");
    const prepared = await used.plan();
    await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
    assert.equal((await used.end())?.end.state, "wanted");
    assert.deepEqual(
      [used.server["app/a.js"], used.server["added.js"], used.server["index.html"]],
      ["one", undefined, "one"],
    );
    assert.equal((await used.deploy()).end.state, "wanted");
  });

  it("keeps what somebody has mended since, and names it with its copy", async () => {
    await cut();
    used.put({ "app/a.js": "mended", "added.js": "mended, too" });
    const ended = (await used.end())?.end;
    assert.equal(ended?.state, "kept");
    const named = ended?.kept?.files.map(({ path, reason }) => `${path} ${reason}`) ?? [];
    assert.deepEqual(named.toSorted(), [`${ROOT}/added.js edited`, `${ROOT}/app/a.js edited`]);
    const copy = ended?.kept?.files.find(({ path }) => path.endsWith("/app/a.js"))?.copy ?? "";
    assert.equal(used.panel.state.files.get(copy)?.bytes?.toString(), "one");
    assert.deepEqual(
      used.server,
      sorted({
        ".user.ini": "open_basedir",
        "foreign.txt": "not ours",
        "app/a.js": "mended",
        "added.js": "mended, too",
        "index.html": "one",
      }),
    );
    assert.equal((await used.deploy()).end.state, "wanted", "the website is not blocked");
  });

  it("can be given up if it cannot go back, and then blocks nothing", async () => {
    await cut();
    const entry = { mtime: 1, uid: 0, gid: 0 };
    used.panel.state.files.set(`${ROOT}/app/a.js`, { ...entry, mode: 0o755 });
    const ended = await used.end();
    if (ended?.end.state === "mixed") assert.equal((await used.end("giveUp"))?.end.state, "left");
    assert.equal((await used.state()).unfinished, undefined);
    used.panel.state.files.delete(`${ROOT}/app/a.js`);
    assert.equal((await used.deploy()).end.state, "wanted");
  });
});

describe("a server that lacks a program", () => {
  it("is told which, and keeps nothing of what was sent", async () => {
    const directory = mkdtempSync(join(tmpdir(), "programs-"));
    for (const tool of tools.filter((each) => each !== "flock"))
      symlinkSync(placeOf(tool) ?? "/", join(directory, tool));
    symlinkSync(placeOf("sh") ?? "/", join(directory, "sh"));
    const used = await DeployFixture.start("baota", directory);
    try {
      await used.source({ "new.txt": "new" });
      const prepared = await used.prepare();
      const { end } = await deploy(prepared, used.context());
      assert.deepEqual([end.state, end.problem], ["untouched", { kind: "missing", tools: ["flock"] }]);
      await used.source({ "index.html": "new" });
      await assert.rejects(used.prepare(), { problem: { kind: "missing", tools: ["flock"] } });
      const { site } = await used.place();
      assert.deepEqual(Object.keys(used.below(site)), []);
      assert.equal(used.server["new.txt"], undefined);
    } finally {
      await used.stop();
      rmSync(directory, { recursive: true });
    }
  });
});
