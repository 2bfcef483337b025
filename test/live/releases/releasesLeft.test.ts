import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { UserIni } from "../../../src/deployments/releases/userIni.ts";
import { configurationPath } from "../../../src/deployments/releases/servedDirectory.ts";
import { siteOf } from "../../../src/deployments/releases/switchBack.ts";
import { DeployedSite, type Tree } from "../deployed/deployedSite.ts";
import { isDemo } from "../livePanels.ts";
import { onEachServer, soon } from "../onEachPanel.ts";

/** For how many minutes visitors may still need a release that was left. */
const NEEDED = 60;

onEachServer("Releases that are left", (live, edition) => {
  const fields = { shared: ["storage/"], keep: 1 };
  let site: DeployedSite;
  let version = 0;
  /** What the last preview has said of it. */
  let userIni: UserIni | undefined;
  /** What visitors get with its own directory, before anything was deployed. */
  let plain: Plain;

  interface Plain {
    readonly configuration: string;
    readonly files: ReadonlyMap<string, string>;
  }

  before(async function () {
    this.timeout(240_000);
    const { server } = live.panel;
    const [php = "00"] = await server.phpVersions();
    site = await DeployedSite.create(live, "left", undefined, php);
    await site.addForeign({ "index.html": "its own", "storage/kept.txt": "kept" });
    plain = await plainNow();
  });

  const served = (root = site.root) => ({ name: site.name, port: 80, root });
  const isServed = async (root: string) => live.panel.server.isServed(served(root));
  const configuration = async () => (await live.panel.server.read(configurationPath(site.name))).toString();
  const rootNow = async () => /^\s*root\s+([^;\s]+)\s*;/m.exec(await configuration())?.[1];
  const isKept = async (root: string) => live.panel.server.isDirectory(root);

  async function plainNow(): Promise<Plain> {
    const files = await live.panel.server.hashes(site.root);
    const own = [...files].filter(([path]) => !path.startsWith("releases-") && path !== `${live.panel.prefix}.txt`);
    return { configuration: await configuration(), files: new Map(own) };
  }

  /** Fails unless the website is as it was before its first release, to the byte. */
  async function assertPlain(when: string): Promise<void> {
    const { configuration: now, files } = await plainNow();
    assert.equal(now, plain.configuration, when);
    assert.deepEqual(files, plain.files, when);
    // a demo panel's files are not locked by it
    if (!isDemo(edition)) assert.ok(await live.panel.server.isLocked(`${site.root}/.user.ini`), when);
    assert.ok(await isServed(site.root), when);
  }

  const tree = (): Tree => ({ "index.html": `page ${version}`, "same.js": "same in all" });

  /** Deploys the next version. @param address that is asked once it is served */
  async function deploy(address?: string): Promise<Outcome> {
    version += 1;
    const to = await site.on(live.target);
    await site.source(tree());
    const prepared = await site.prepareRelease(to, fields);
    userIni = prepared.release?.userIni;
    return site.run(to, prepared, { ...(address !== undefined && { address, rollsBack: true }) });
  }

  /** The directories of releases, by their whole paths. */
  async function directories(): Promise<readonly string[]> {
    const below = await live.panel.server.below(site.root);
    return below.filter((path) => /^releases-[^/]+\/[^/]+$/.test(path)).map((path) => `${site.root}/${path}`);
  }

  /** Deploys the next version under an address that answers well before it, and badly since. @param before what is done before that answers */
  async function deployBad(before: () => Promise<void> = async () => undefined) {
    const old = await directories();
    let seen: { readonly root: string | undefined } | undefined;
    let isAskedAgain = false;
    const address = createServer((_request, response) => {
      const answer = async () => {
        if (!isAskedAgain) {
          isAskedAgain = true;
          response.writeHead(200).end();
          return;
        }
        seen ??= { root: await rootNow() };
        await before();
        response.writeHead(500).end();
      };
      void answer();
    });
    await new Promise<void>((resolve) => address.listen(0, "127.0.0.1", resolve));
    try {
      const outcome = await deploy(`http://127.0.0.1:${(address.address() as AddressInfo).port}/`);
      const [left] = (await directories()).filter((path) => !old.includes(path));
      return { outcome, left: left ?? assert.fail(JSON.stringify(outcome)), asked: seen?.root };
    } finally {
      address.close();
    }
  }

  async function call() {
    const to = await site.on(live.target);
    return { call: to.panel.callFor(new AbortController().signal), row: siteOf(to) };
  }

  /** Stops and starts the website, as a person does in the panel; a demo panel forgets the run path by whatever call. */
  async function turnOffAndOn(): Promise<void> {
    if (!isDemo(edition)) {
      const { id = 0 } = (await call()).row;
      await live.panel.server.turnOffAndOn({ id, name: site.name });
      return;
    }
    for (const verb of ["stop", "start"] as const) {
      const { record } = await live.target.act("site", verb, site.name);
      assert.equal(record?.outcome.kind, "done", verb);
    }
  }

  const told = ({ kind, deployment }: Outcome) => [kind, deployment?.state, deployment?.rolledBack];

  it("stay for those who still use them, where the website has its own directory back", async () => {
    const { outcome, left, asked } = await deployBad();
    assert.equal(asked, left, "it was served before its address was asked");
    assert.deepEqual(told(outcome), ["rolledBack", "before", "done"], JSON.stringify(outcome));
    assert.deepEqual(outcome.deployment?.served, { root: site.root, isSeen: true });
    await assertPlain("after the first release was left");
    assert.equal((await live.panel.server.read(`${left}/index.html`)).toString(), `page ${version}`);
    site.claim("site.deploy as the first release, answers badly", outcome, "plain to the byte; the release stays");
    const { outcome: another, left: second } = await deployBad();
    assert.deepEqual(told(another), ["rolledBack", "before", "done"], JSON.stringify(another));
    assert.deepEqual([await isKept(left), await isKept(second)], [true, true], "neither is an hour old");
    await assertPlain("after the second one was left");
    const { site: ours } = await site.place(await site.on(live.target));
    await live.panel.server.age(`${ours}/${left.split("/").at(-1)}/visited`, NEEDED + 1);
    const good = await deploy();
    assert.deepEqual(told(good), ["done", "wanted", undefined], JSON.stringify(good));
    assert.deepEqual([await isKept(left), await isKept(second)], [false, true], "the older one is over an hour old");
    site.claim("site.deploy as a release, an hour later", good, "what was left longest is removed, the other stays");
  });

  it("give way to the release before them", async () => {
    const first = (await rootNow()) ?? assert.fail();
    const { outcome, left } = await deployBad();
    assert.deepEqual(told(outcome), ["rolledBack", "before", "done"], JSON.stringify(outcome));
    assert.deepEqual(outcome.deployment?.served, { root: first, isSeen: true });
    assert.equal(await rootNow(), first);
    assert.ok(await isServed(first));
    assert.ok(await isKept(left));
    site.claim("site.deploy as the second release, answers badly", outcome, "the first one is served");
  });

  it("are left for its own directory, sent once more, where somebody has set that meanwhile", async () => {
    const to = await site.on(live.target);
    const back = await site.switchBack(to, await site.releases(to), "plain");
    assert.equal(back.kind, "done", JSON.stringify(back));
    await assertPlain("after the way back to before the first one");
    const panel = await call();
    const { outcome, left } = await deployBad(async () => {
      await panel.call("site.setRunPath", { id: panel.row.id ?? 0, runPath: "" });
    });
    assert.deepEqual(told(outcome), ["rolledBack", "before", "done"], JSON.stringify(outcome));
    assert.deepEqual(outcome.deployment?.served, { root: site.root, isSeen: true });
    await assertPlain("after an empty run path was sent to it twice");
    assert.ok(await isKept(left));
    site.claim(
      "site.deploy as a release, plain meanwhile",
      outcome,
      "an empty run path changes nothing of a plain one",
    );
  });

  it("are there at the next start, if the panel remembers them", async () => {
    const good = await deploy();
    assert.deepEqual(told(good), ["done", "wanted", undefined], JSON.stringify(good));
    const { server } = live.panel;
    const remembered = (await rootNow()) ?? assert.fail();
    await turnOffAndOn();
    const { startRunPath } = (await call()).row;
    // aaPanel remembers nothing, and has the website serve its own directory (docs/protocol.md 6.49)
    const isRemembered = edition === "baota";
    assert.equal(startRunPath, isRemembered ? remembered.slice(site.root.length) : undefined);
    assert.equal(await rootNow(), isRemembered ? remembered : site.root);
    // what keeps PHP to the website stays in a release that the panel has forgotten
    const ini = `${remembered}/.user.ini`;
    assert.ok(await server.has(ini));
    for (let more = 0; more < 3; more++) {
      assert.deepEqual(told(await deploy()), ["done", "wanted", undefined]);
      if (more === 0) assert.deepEqual(userIni, { path: ini, moves: isRemembered });
    }
    assert.equal(await server.has(ini), !isRemembered);
    assert.equal(await server.has(`${await rootNow()}/.user.ini`), isRemembered);
    // that of which the panel will serve it again, and that which has this file, are not removed
    assert.ok(await isKept(remembered), "the fourth of those of which one is kept");
    const to = await site.on(live.target);
    const back = await site.switchBack(to, await site.releases(to), "plain");
    assert.equal(back.kind, "done", JSON.stringify(back));
    assert.ok(await isServed(site.root));
    await turnOffAndOn();
    const after = isRemembered ? remembered : site.root;
    assert.equal(await rootNow(), after);
    // right after the panel's answer, the old workers still answer
    assert.ok(await soon(async () => isServed(after), 5));
    site.claim(
      "site.stop and start after the way back",
      back,
      `serves ${isRemembered ? "what it remembers" : "its own"}`,
    );
    const end = await deploy();
    assert.deepEqual(told(end), ["done", "wanted", undefined], JSON.stringify(end));
    // on aaPanel it is in a release of which nobody knows any more
    assert.deepEqual(userIni, isRemembered ? { path: `${site.root}/.user.ini`, moves: false } : undefined);
  });
});
