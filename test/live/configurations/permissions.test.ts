import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { readAccess, readOwners } from "../../../src/serverFiles/fileAccess.ts";
import { ServerFiles } from "../../../src/serverFiles/serverFiles.ts";
import { changeFiles } from "../../../src/serverFiles/window/changeFiles.ts";
import { accessChangeOf } from "../../../src/serverFiles/window/permissionCommand.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { mustHold, note } from "../claims.ts";
import { onEachPanel } from "../onEachPanel.ts";

onEachPanel("Permissions", (live) => {
  let root: string;
  const { signal } = new AbortController();
  const files = () =>
    new ServerFiles(live.window.services.connections.of(live.target.record).callFor(signal), live.panel.clock, signal);

  before(async function () {
    this.timeout(120_000);
    const domain = `${live.panel.prefix}-owned.example.com`;
    root = `/www/wwwroot/${domain}`;
    const site = { domain, name: domain, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "" };
    assert.equal((await live.target.create(site)).outcome.kind, "created");
  });

  async function change(path: string, mode: string, user: string, meanwhile = async () => undefined as unknown) {
    const shown = await readAccess(files(), path);
    await meanwhile();
    const [finished] = await changeFiles(live.window.services, live.target.record, [
      accessChangeOf(path, shown, { mode, user, group: user }),
    ]);
    const { request, outcome } = finished ?? assert.fail("nothing was done");
    const { uid, gid, mode: bits } = await live.panel.server.access(shown.path);
    const so = `${bits.toString(8)} ${uid}:${gid}`;
    const message = outcomeText(request, outcome)?.message ?? "";
    note({ operation: "file.changeAccess", panel: live.panel.name, claimed: message, so });
    return { outcome, bits, uid, gid, message };
  }

  it("of files, directories and what links lead to are as they were asked for, and nothing below follows", async () => {
    const { server } = live.panel;
    const [file, directory, link] = [`${root}/文 件.conf`, `${root}/folder`, `${root}/link.conf`];
    await server.put(file, Buffer.from("one"));
    await server.put(`${directory}/inside.txt`, Buffer.from("one"), 0o600);
    await server.link(link, file);
    const inside = await server.access(`${directory}/inside.txt`);
    const owners = await readOwners(files());
    for (const owner of ["root", "www"]) assert.ok(owners.includes(owner), owners.join(" "));
    const ids = new Map<string, number>();
    for (const [path, mode, user] of [
      [file, "640", "www"],
      [directory, "750", "www"],
      [file, "600", "root"],
      [link, "644", "www"],
    ] as const) {
      const { outcome, bits, uid, gid, message } = await change(path, mode, user);
      ids.set(user, uid);
      const isSo = bits.toString(8) === mode && (user === "root") === (uid === 0) && uid === ids.get(user);
      mustHold(outcome.kind, isSo, message);
      assert.ok(outcome.kind === "done" && gid === uid, JSON.stringify([outcome, bits, uid, gid]));
    }
    assert.deepEqual(await server.access(`${directory}/inside.txt`), inside);
  });

  it("stay where somebody has changed them since they were shown, or they cannot be set", async () => {
    const { server } = live.panel;
    const file = `${root}/changed.txt`;
    const problemOf = (outcome: Outcome) => (outcome.kind === "prevented" ? outcome.problem.kind : outcome.kind);
    await server.put(file, Buffer.from("one"));
    const changed = await change(file, "600", "www", async () => server.put(file, Buffer.from("one"), 0o664));
    assert.equal(problemOf(changed.outcome), "accessChanged");
    assert.equal(changed.bits, 0o664);
    const nobody = await change(file, "640", "nosuchuser");
    assert.equal(problemOf(nobody.outcome), "accessUnset");
    assert.match(nobody.message, /0640 \(rw-r-----\), root:root/);
    assert.equal(nobody.uid, 0);
  });
});
