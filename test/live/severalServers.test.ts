import assert from "node:assert/strict";
import type { PendingChange } from "../../src/actions/changeJournal.ts";
import { inspectAbandoned } from "../../src/deployments/abandonedDeployment.ts";
import type { Conversation } from "../fakes/scriptedDialogs.ts";
import { startCuttingProxy } from "../wire/cuttingProxy.ts";
import { note } from "./claims.ts";
import { DeployedSite, type Tree } from "./deployed/deployedSite.ts";
import { commonPace, type LivePanel } from "./livePanels.ts";
import { LiveWindow, type LiveTarget } from "./liveWindow.ts";
import { onAllPanels, soon } from "./onEachPanel.ts";
import { SeveralWindow } from "./severalWindow.ts";

/** The servers by their roles, in the order of the settings. */
const ROLES = ["web-1", "web-2", "web-3"] as const;
type Role = (typeof ROLES)[number];
/** Those that have their turn at once, after the first. */
const OTHERS = ["web-2", "web-3"] as const satisfies readonly Role[];

/** What a deployment of the settings may state besides. */
interface Stated {
  readonly rollBack?: "auto";
  readonly order?: readonly Role[];
  readonly steps?: readonly object[];
}

/** Like what installs what a project needs, and what changes its data. */
const INSTALL = { name: "Dependencies", run: "sh bin/install.sh" };
const MIGRATE = { name: "Database", run: "sh bin/migrate.sh" };

onAllPanels("Deployments to several servers", (panels) => {
  const sites = new Map<Role, DeployedSite>();
  let own: SeveralWindow<Role>;
  let pace: ReturnType<typeof commonPace>;
  let version = 0;
  let first: Conversation;

  const panelOf = (role: Role): LivePanel => {
    const panel = panels[ROLES.indexOf(role) % panels.length];
    assert.ok(panel);
    return panel;
  };
  const siteOf = (role: Role): DeployedSite => sites.get(role) ?? assert.fail(role);

  before(async function () {
    this.timeout(600_000);
    pace = commonPace(panels);
    own = await open("00");
    for (const role of ROLES) {
      const target = own.targets.get(role);
      assert.ok(target);
      const live = { panel: panelOf(role), window: own.window, target };
      sites.set(role, await DeployedSite.create(live, role.replace("-", "")));
    }
    await state(own);
    first = await own.deploy(choose, ...choosing(), goOn(), run(), run());
  });
  after(async () => {
    await own.window.dispose();
    pace.end();
  });

  /** @param address of the panel of the second server, if not its own */
  async function open(installation: string, address?: string): Promise<SeveralWindow<Role>> {
    const window = new SeveralWindow<Role>(await LiveWindow.open(pace), installation);
    const known = new Map<LivePanel, LiveTarget>();
    for (const role of ROLES) {
      const panel = panelOf(role);
      const changes = role === "web-2" && address !== undefined ? { address } : {};
      const target = known.get(panel) ?? (await window.window.add(panel, changes));
      known.set(panel, target);
      window.targets.set(role, target);
    }
    return window;
  }

  /** A new version of a project, as the settings of a window deploy it. @param from whose folder has it */
  async function state(window: SeveralWindow<Role>, stated: Stated = {}, from: Role = "web-1"): Promise<void> {
    version += 1;
    const { order = ROLES, steps = [INSTALL, MIGRATE], ...more } = stated;
    const tree: Tree = {
      "index.html": `page ${version}`,
      "other.txt": `other ${version}`,
      "needs.txt": `library ${version}\n`,
      "bin/install.sh": 'mkdir -p vendor && while read -r name; do echo "$name" >vendor/installed; done <needs.txt',
      "bin/migrate.sh": `echo ${version} >>data.txt; [ ! -e broken ] || exit 3`,
    };
    const site = siteOf(from);
    await site.source(tree);
    window.workspace.opened.splice(0, 1, { name: "project", path: site.workspace });
    const targets = order.map((role) => ({ role, website: siteOf(role).name }));
    window.workspace.settings.set(site.workspace, [{ name: "shop", source: "dist", targets, steps, ...more }]);
  }

  const choose = { to: "Which deployment?", with: "shop" } as const;
  const goOn = (servers = 3) => ({ to: `Deploy “shop” to ${servers} servers`, with: " > Deploy to All" });
  // a question has no room for the steps of three roots: they are shown in an editor first
  const run = (servers = 3) => ({ to: `Run these commands on ${servers} servers?`, with: true });
  const choosing = (order: readonly Role[] = ROLES) =>
    order.map((role) => ({ to: `The panel for “${role}” of “shop”`, with: panelOf(role).name }));

  const read = async (role: Role, file: string) =>
    (await panelOf(role).server.read(`${siteOf(role).root}/${file}`)).toString();
  const pages = async (file = "index.html") => Promise.all(ROLES.map(async (role) => read(role, file)));
  /** The last version that changed the data of each. */
  const lastData = async () => (await pages("data.txt")).map((text) => Number(text.split("\n").at(-2)));
  /** What the steps of a server look for. */
  const mark = async (role: Role, name: string) =>
    panelOf(role).server.put(`${siteOf(role).root}/${name}`, Buffer.from(""));
  const unmark = async (role: Role, name: string) => panelOf(role).server.remove(`${siteOf(role).root}/${name}`);
  const texts = ({ messages }: Conversation) => messages.map(({ message }) => message).join("\n");

  function claim(what: string, conversation: Conversation, so: string): void {
    const panel = panels.map(({ name }) => name).join(", ");
    note({ operation: `several servers, ${what}`, panel, claimed: texts(conversation), so });
  }

  async function assertNothingLeft(when: string, haveDied = false): Promise<void> {
    for (const role of ROLES) await siteOf(role).assertNothingLeft(`${when}, ${role}`, haveDied);
  }

  it("have their steps run on each, after one list and one question", async function () {
    this.timeout(600_000);
    assert.match(texts(first), /^“shop” is on all 3 servers\./);
    assert.deepEqual(await pages(), ["page 1", "page 1", "page 1"]);
    assert.deepEqual(await pages("vendor/installed"), Array(3).fill("library 1\n"));
    assert.deepEqual(await pages("data.txt"), Array(3).fill("1\n"));
    assert.equal(own.output.size, 3, [...own.output.keys()].join(", "));
    await assertNothingLeft("after steps on all");
    claim("steps on all", first, "each has its files, and its steps ran once");
    const again = await own.deploy(choose);
    assert.match(texts(again), /is already on all 3 servers/);
    claim("again", again, "nothing was sent");
  });

  it("go back everywhere where one after the first fails", async function () {
    this.timeout(600_000);
    const old = await pages();
    await mark("web-2", "broken");
    await state(own, { rollBack: "auto" });
    const ended = await own.deploy(choose, goOn());
    assert.match(texts(ended), /^“shop” is not on all servers\. web-2: .*Step “Database” failed \(exit code 3\)/s);
    assert.deepEqual(await pages(), old);
    // each of them had its turn
    assert.deepEqual(await lastData(), Array(3).fill(version));
    await assertNothingLeft("after a way back of all");
    claim("exit 3 in the second, auto", ended, "all three are as before");
  });

  it("end each by itself where one after the first fails and the deployment does not go back", async function () {
    this.timeout(600_000);
    await mark("web-2", "broken");
    await state(own);
    const ended = await own.deploy(choose, goOn());
    assert.match(texts(ended), /web-2: .*Step “Database” failed \(exit code 3\).*It is on web-1, web-3\./s);
    assert.ok(!texts(ended).includes("Not begun"), texts(ended));
    assert.deepEqual(await pages(), Array(3).fill(`page ${version}`));
    claim("exit 3 in the second", ended, "all have the new files, also the failed one");

    await state(own);
    const back = await own.deploy(
      choose,
      goOn(),
      { to: "“shop” is not on all servers.", with: "Roll Back All" },
      { to: "Roll back “shop” on web-1, web-2, web-3?", with: true },
    );
    assert.deepEqual(await pages(), Array(3).fill(`page ${version - 1}`), texts(back));
    claim("the same, then Roll Back All", back, "all are as before it");
    await unmark("web-2", "broken");
    const again = await own.deploy(choose, goOn());
    assert.match(texts(again), /^“shop” is on all 3 servers\./);
    assert.deepEqual(await lastData(), Array(3).fill(version));
    await assertNothingLeft("after a second run");
    claim("again, mended", again, "all have it");
  });

  it("begin no other server where the first fails", async function () {
    this.timeout(600_000);
    const old = await pages();
    const oldData = await lastData();
    await mark("web-1", "broken");
    await state(own);
    const ended = await own.deploy(choose, goOn());
    assert.match(texts(ended), /web-1: .*Step “Database” failed \(exit code 3\).*Not begun: web-2, web-3\./s);
    assert.deepEqual(await pages(), [`page ${version}`, old[1], old[2]]);
    assert.deepEqual(await lastData(), [version, oldData[1], oldData[2]]);
    claim("exit 3 in the first", ended, "it has the new files; the others are as before");
    await unmark("web-1", "broken");
    const again = await own.deploy(choose, goOn());
    assert.match(texts(again), /^“shop” is on all 3 servers\./);
    assert.deepEqual(await pages(), Array(3).fill(`page ${version}`));
    assert.deepEqual(await lastData(), Array(3).fill(version));
    await assertNothingLeft("after a first one that failed");
    claim("again, after the first had failed", again, "all have it");
  });

  it("say where they are where a server after the first cannot be reached any more", async function () {
    this.timeout(600_000);
    const address = new URL(panelOf("web-2").address);
    const proxy = await startCuttingProxy(Number(address.port));
    address.port = String(proxy.port);
    const window = await open("02", address.origin);
    try {
      const old = await pages();
      await state(window);
      let closing: Promise<void> | undefined;
      window.onOutput = (channel) => {
        if (channel.includes("(web-1)")) closing ??= proxy.close();
      };
      const ended = await window.deploy(
        choose,
        ...choosing(),
        goOn(),
        run(),
        run(),
        { to: "“shop” is not on all servers.", with: "Roll Back All" },
        { to: "Roll back “shop” on web-1, web-3?", with: true },
      );
      await closing;
      const [message = ""] = ended.messages.map(({ message: text }) => text);
      assert.match(message, /web-2: .*It is on web-1, web-3\./s);
      assert.deepEqual(await pages(), old);
      await assertNothingLeft("after one that was not reached", true);
      claim("the second is not reached any more", ended, "the others are back; nothing has come to it");
    } finally {
      await window.window.dispose();
    }
  });

  it("of two people in opposite orders end, and mix no server", async function () {
    this.timeout(600_000);
    const two = ["web-1", "web-2"] as const;
    const other = await open("03");
    try {
      await state(own, { order: two, steps: [] });
      const versions = [version, version + 1];
      await state(other, { order: two.toReversed(), steps: [] }, "web-2");
      const ends = await Promise.all([
        own.deploy(choose, goOn(2)),
        other.deploy(choose, ...choosing(two.toReversed()), goOn(2)),
      ]);
      for (const [index, ended] of ends.entries())
        claim(`in opposite orders, ${index + 1}`, ended, "no server is mixed, and both have ended");
      for (const role of two) {
        const whose = (await read(role, "index.html")).slice("page ".length);
        assert.ok(versions.includes(Number(whose)), whose);
        assert.equal(await read(role, "other.txt"), `other ${whose}`);
      }
      for (const ended of ends) assert.ok(ended.messages.length > 0);
    } finally {
      await other.window.dispose();
    }
    await assertNothingLeft("after two people");
  });

  it("send nothing where one panel is read-only", async function () {
    this.timeout(300_000);
    const old = await pages();
    await state(own);
    const target = own.targets.get("web-2");
    assert.ok(target);
    const { store } = own.window.services;
    await store.update(target.record.id, { guardLevel: "readOnly" });
    const ended = await own.deploy(choose);
    await store.update(target.record.id, { guardLevel: "ask" });
    assert.match(texts(ended), /is read-only/);
    assert.deepEqual(await pages(), old);
    await assertNothingLeft("read-only");
    claim("one is read-only", ended, "all are as before");
  });

  it("send nothing where two roles mean the same", async function () {
    this.timeout(300_000);
    const old = await pages();
    await state(own);
    const targets = ["web-1", "again"].map((role) => ({ role, website: siteOf("web-1").name }));
    own.workspace.settings.set(siteOf("web-1").workspace, [{ name: "twice", source: "dist", targets }]);
    const twice = { to: "Which deployment?", with: "twice" };
    const chosen = ["web-1", "again"].map((role) => ({
      to: `The panel for “${role}” of “twice”`,
      with: panelOf("web-1").name,
    }));
    const ended = await own.deploy(twice, ...chosen);
    assert.match(texts(ended), /^“web-1” and “again” mean the same: .*Nothing was sent\./s);
    assert.deepEqual(await pages(), old);
    claim("two roles mean the same", ended, "it is as before");
  });

  /** Where it is told to be slow, it says that it waits, and goes on for a while. */
  const long = (name: string) => ({
    name,
    run: "[ -e slow ] || exit 0\necho waits; for each in $(seq 10); do sleep 0.5; done; echo ends",
    seconds: 120,
  });

  /** Calls back once all these wait in their step. */
  function onceAllWait(roles: readonly Role[], then: () => void): void {
    const waiting = new Set<Role>();
    own.onOutput = (channel, text) => {
      const role = roles.find((each) => channel.includes(`(${each})`));
      if (role === undefined || !text.includes("waits") || waiting.has(role)) return;
      waiting.add(role);
      if (waiting.size === roles.length) then();
    };
  }

  it("begin no other server once a person has canceled the first", async function () {
    this.timeout(600_000);
    await mark("web-1", "slow");
    const old = await pages();
    await state(own, { steps: [long("Long")] });
    onceAllWait(["web-1"], () => own.cancelling.abort());
    const ended = await own.deploy(choose, goOn(), run(), run());
    own.onOutput = () => undefined;
    await unmark("web-1", "slow");
    assert.match(texts(ended), /Not begun: web-2, web-3\./);
    assert.deepEqual(await pages(), old);
    await assertNothingLeft("canceled in the first");
    claim("canceled in a step of the first", ended, "all are as before");
  });

  it("are ended by a cancel on all others that have their turn", async function () {
    this.timeout(600_000);
    for (const role of OTHERS) await mark(role, "slow");
    const old = await pages();
    await state(own, { steps: [long("Long")] });
    onceAllWait(OTHERS, () => own.cancelling.abort());
    const ended = await own.deploy(choose, goOn());
    own.onOutput = () => undefined;
    assert.match(texts(ended), /web-2: .*web-3: .*It is on web-1\./s);
    assert.deepEqual(await pages(), [`page ${version}`, old[1], old[2]]);
    await assertNothingLeft("canceled in the others");
    claim("canceled in a step of the others", ended, "web-1 has it, the others are as before");
  });

  it("whose window dies in the turn of the others are told by the next one, server by server", async function () {
    this.timeout(600_000);
    for (const role of OTHERS) await mark(role, "slow");
    const old = await pages();
    await state(own, { steps: [long("Longer")] });
    const left: PendingChange[] = [];
    let reading: Promise<void> | undefined;
    const keepAndDie = async () => {
      const { journal } = own.window;
      for (const entry of await journal.list()) {
        const change = await journal.read(entry);
        if (change !== undefined) left.push(change);
      }
      own.isDead = true;
    };
    onceAllWait(OTHERS, () => (reading ??= keepAndDie()));
    await own.deploy(choose, goOn(), run(), run());
    await reading;
    own.isDead = false;
    own.onOutput = () => undefined;
    // the next window finds those alone in the journal that have not ended
    assert.deepEqual(new Set(left.map(({ request }) => request.group?.role)), new Set(OTHERS));
    for (const role of OTHERS) {
      const change = left.find(({ request }) => request.group?.role === role);
      const target = own.targets.get(role);
      assert.ok(change && target);
      const inspect = async () => {
        const { signal } = new AbortController();
        const call = own.window.services.connections.of(target.record).callFor(signal);
        return inspectAbandoned("site", change.before, call, pace.clock, signal);
      };
      const hasEnded = async () => {
        const [step] = (await inspect()).deployment?.steps ?? [];
        return step?.end.kind === "exited";
      };
      assert.ok(await soon(hasEnded, 60), `the step of ${role} goes on without its window`);
      const found = await inspect();
      assert.deepEqual([found.kind, found.deployment?.state], ["uncertain", "held"], JSON.stringify(found));
      siteOf(role).claim(`several servers, window dead, ${role}`, found, "held, its step has ended with 0");
    }
    assert.notEqual(old[0], `page ${version}`);
    assert.deepEqual(await pages(), Array(3).fill(`page ${version}`));
    const again = await own.deploy(
      choose,
      ...OTHERS.map(() => ({ to: "Keep the new files of “shop”, or go back?", with: "Go Back" })),
      goOn(),
    );
    assert.match(texts(again), /^“shop” is on all 3 servers\./);
    assert.deepEqual(await pages(), Array(3).fill(`page ${version}`));
    await assertNothingLeft("after a window that died", true);
    claim("again, after it", again, "all have it");
  });
});
