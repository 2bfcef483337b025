import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import type { Outcome } from "../../src/actions/outcome.ts";
import { targetRootOf } from "../../src/deployments/targetRoot.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import type { Site } from "../../src/wire/operations/sites.ts";
import { editionDrawnBy } from "../fakes/turnsOf.ts";
import { note, noteSkipped } from "./claims.ts";
import { DeployedSite, numbered, sha1Of, type Tree } from "./deployed/deployedSite.ts";
import { isDemo } from "./livePanels.ts";
import { type Live, onEachPanel, onEachServer } from "./onEachPanel.ts";
import type { Server, Undo } from "./server.ts";

const MB = 1024 * 1024;

/** Names that shells, archives or panels read as something else, or have no room for. */
const ODD_NAMES = [
  "c:foreign.txt",
  "a&amp;b.txt",
  "a&ampb.txt",
  "a&lt;b.txt",
  "a\\b.txt",
  "a->b.txt",
  " begins.txt",
  "ends ",
  " both ",
  "-rf",
  "--help",
  "two\nlines.txt",
  "$(touch x) `y` 'z' \"q\";*?.txt",
  "it's.txt",
  'a "quote".txt',
  "#%23 ~[a]{b}(c)!=?@,+.txt",
  `${"长".repeat(80)}.txt`,
  "长".repeat(85),
  `${"l".repeat(251)}.txt`,
];

/** How much of everything there is: a demo panel has as much as tells one from the other. */
function sizeOf(edition: KnownEdition) {
  return isDemo(edition)
    ? { files: 12, edits: 12, huge: 2 * MB, step: 7, rounds: 1 }
    : { files: 30, edits: 200, huge: 520 * MB, step: 1, rounds: 4 };
}

/** The files that stood in the way or stayed, as an outcome names them. */
function namedIn({ deployment }: Outcome): readonly string[] {
  const problem = deployment?.problem;
  const inTheWay = problem?.kind === "files" ? problem.files : [];
  return [...inTheWay, ...(deployment?.kept?.files ?? [])].map(({ path }) => path);
}

function words(outcome: Outcome): string {
  const failure = outcome.kind === "failed" ? outcome.failure : undefined;
  return JSON.stringify({ kind: outcome.kind, failure, ...outcome.deployment, counts: undefined });
}

/** Deploys twice, and takes the second one back. */
async function deployAndRollBack({ target, panel }: Live, site: DeployedSite, where: string): Promise<void> {
  const { files } = sizeOf(panel.edition);
  const direct = await site.on(target);
  await site.source(numbered("first", files));
  const first = await site.deploy(direct);
  assert.equal(first.kind, "done", `${where}: ${words(first)}`);
  const old = await site.wanted();
  await site.source(numbered("second", files));
  const outcome = await site.deploy(direct);
  assert.equal(outcome.kind, "done", `${where}: ${words(outcome)}`);
  await site.assertServer(await site.wanted(), where);
  const back = await site.rollBack(direct);
  assert.equal(back.kind, "done", `${where}: ${words(back)}`);
  await site.assertServer(old, `${where}, rolled back`);
  await site.assertNothingLeft(where);
  site.claim(`site.deploy ${where}`, outcome, "whole, and back");
}

onEachServer("Deployments in trouble", (live, edition) => {
  const size = sizeOf(edition);

  describe("with edits on the server", () => {
    const edited = "d0/0 中文.txt";
    let site: DeployedSite;

    before(async function () {
      this.timeout(120_000);
      site = await DeployedSite.create(live, "trouble-edited");
    });

    /** Saves a file in place, or as an editor that renames a new file over it. */
    async function save(path: string, text: string, isRenamed: boolean): Promise<void> {
      if (!isRenamed) return live.panel.server.put(path, Buffer.from(text));
      await live.panel.server.put(`${path}.saving`, Buffer.from(text));
      return live.panel.server.move(`${path}.saving`, path);
    }

    it("lose none that comes before any of its calls", async function () {
      this.timeout(1_800_000);
      const direct = await site.on(live.target);
      await site.source(numbered("first", size.files));
      assert.equal((await site.run(await site.counted(), await site.prepare(direct))).kind, "done");
      const callsInAll = site.calls.length;
      for (let at = 1; at <= callsInAll; at += size.step) {
        await site.source(numbered(`before${at}`, size.files));
        assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
        const old = await site.wanted();
        await site.source(numbered(`after${at}`, size.files));
        const prepared = await site.prepare(direct);
        let operation = "";
        const to = await site.counted(async (id, number) => {
          if (number !== at) return;
          operation = id;
          // a file that is put in the place of one in the very moment of its exchange is lost, as SECURITY.md says
          const isRenamed = at % 2 === 0 && id !== "scheduledTask.log";
          await save(`${site.root}/${edited}`, `EDIT ${at}`, isRenamed);
        });
        const outcome = await site.run(to, prepared);
        // a run that ends early has fewer calls
        if (operation === "") break;
        const now = await live.panel.server.hashes(site.root);
        assert.equal(
          now.get(edited),
          sha1Of(`EDIT ${at}`),
          `the edit before call ${at}, ${operation}: ${words(outcome)}`,
        );
        const others = outcome.kind === "done" ? await site.wanted() : old;
        const expected = new Map([...others, [edited, sha1Of(`EDIT ${at}`)]]);
        await site.assertServer(expected, `edit before call ${at}, ${operation}: ${words(outcome)}`);
        await site.assertNothingLeft(`edit before call ${at}, ${operation}`);
        site.claim(`site.deploy, edited before ${operation}`, outcome, "the edit is in its place, all else as claimed");
      }
    });

    it("lose none that comes while the server exchanges, and name each that is not in its place", async function () {
      this.timeout(600_000);
      const direct = await site.on(live.target);
      const tree = (seed: string): Tree =>
        Object.fromEntries(Array.from({ length: size.edits }, (_, at) => [`e/${at}.txt`, `${seed} ${at}`]));
      for (let round = 0; round < size.rounds * 2; round++) {
        const isRenamed = round % 2 === 1;
        // later ones begin at a later look, so that some of the files are exchanged by then
        const firstLook = Math.floor(round / 2);
        await site.source(tree(`old ${round}`));
        assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
        await site.source(tree(`new ${round}`));
        const prepared = await site.prepare(direct);
        const deploying = new AbortController();
        let edits = 0;
        const textOf = (at: number) => `EDIT ${round} ${at}`;
        const begun = Promise.withResolvers<void>();
        let looks = 0;
        const to = await site.counted(async (operation) => {
          if (operation === "scheduledTask.log") looks += 1;
          if (looks >= firstLook && ["scheduledTask.run", "scheduledTask.log"].includes(operation)) begun.resolve();
        });
        const editing = (async () => {
          await begun.promise;
          for (; !deploying.signal.aborted && edits < size.edits; edits++)
            await save(`${site.root}/e/${edits}.txt`, textOf(edits), isRenamed);
        })();
        const outcome = await site.run(to, prepared);
        deploying.abort();
        begun.resolve();
        await editing;
        const now = await live.panel.server.hashes(site.root);
        const copies = await site.copies();
        const named = namedIn(outcome);
        const elsewhere: string[] = [];
        for (let at = 0; at < edits; at++) {
          const sha1 = sha1Of(textOf(at));
          if (now.get(`e/${at}.txt`) === sha1) continue;
          elsewhere.push(`${site.root}/e/${at}.txt`);
          assert.ok(copies.has(sha1), `edit ${at} of ${edits} is lost: ${words(outcome)}`);
        }
        assert.deepEqual(
          elsewhere.filter((path) => !named.includes(path)),
          [],
          `named: ${words(outcome)}`,
        );
        site.claim(
          `site.deploy, edited meanwhile ${isRenamed ? "by renames" : "in place"} from look ${firstLook}`,
          outcome,
          `${edits} edits, none lost, ${elsewhere.length} in named copies`,
        );
        await site.recover(direct);
      }
    });

    it("keep an edit when they are rolled back, and take it back with a copy where it is accepted", async function () {
      this.timeout(300_000);
      const direct = await site.on(live.target);
      for (const isAccepted of [false, true]) {
        await site.source(numbered(`rolled ${isAccepted}`, size.files));
        assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
        // also what was edited in the tests before, which stays
        const old = await live.panel.server.hashes(site.root);
        await site.source(numbered(`back ${isAccepted}`, size.files));
        assert.equal((await site.deploy(direct)).kind, "done");
        const text = `EDIT accepted ${isAccepted}`;
        await live.panel.server.put(`${site.root}/${edited}`, Buffer.from(text));
        const outcome = await site.rollBack(direct, isAccepted ? [edited] : []);
        await site.assertServer(
          isAccepted ? old : new Map([...old, [edited, sha1Of(text)]]),
          `accepted ${isAccepted}: ${words(outcome)}`,
        );
        if (isAccepted) assert.ok((await site.copies()).has(sha1Of(text)), "its copy is kept");
        else assert.deepEqual(namedIn(outcome), [`${site.root}/${edited}`]);
        site.claim(`site.rollBack, edit ${isAccepted ? "accepted" : "kept"}`, outcome, "as claimed");
      }
    });
  });

  describe("with what cannot be changed", () => {
    let site: DeployedSite;

    before(async function () {
      this.timeout(120_000);
      site = await DeployedSite.create(live, "trouble-locked");
    });

    /** Puts something into the way of `up/a.txt`. */
    const obstacles: Readonly<Record<string, (root: string) => Promise<Undo>>> = {
      "a file with chattr +i": async (root) => live.panel.server.lock(`${root}/up/a.txt`, "i"),
      "a file with chattr +a": async (root) => live.panel.server.lock(`${root}/up/a.txt`, "a"),
      "a directory with chattr +i": async (root) => live.panel.server.lock(`${root}/up`, "i"),
      "a directory with chattr +a": async (root) => live.panel.server.lock(`${root}/up`, "a"),
      "a mount of another directory": async (root) => {
        await live.panel.server.put(`${root}-elsewhere/other.txt`, Buffer.from("theirs"));
        return live.panel.server.mount(`${root}/up`, { directory: `${root}-elsewhere` });
      },
      "a full file system": async (root) => {
        const undo = await live.panel.server.mount(`${root}/up`, { bytes: 65_536 });
        await live.panel.server.put(`${root}/up/full.bin`, randomBytes(60_000));
        return undo;
      },
    };
    for (const [what, put] of Object.entries(obstacles))
      it(`name ${what}, and leave all as it was`, async function () {
        this.timeout(300_000);
        const tree = (seed: string): Tree => ({
          "page.html": `page ${seed}`,
          "a/first.js": seed,
          "up/a.txt": seed,
          "z/last.css": seed,
        });
        const direct = await site.on(live.target);
        await site.source(tree(`old ${what}`));
        assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
        await site.source(tree(`new ${what}`));
        const undo = await put(site.root);
        live.panel.later(undo);
        try {
          const before = await live.panel.server.hashes(site.root);
          const outcome = await site.deploy(direct);
          assert.deepEqual(await live.panel.server.hashes(site.root), before, words(outcome));
          assert.notEqual(outcome.kind, "done");
          assert.deepEqual(namedIn(outcome), [`${site.root}/up/a.txt`], words(outcome));
          await site.assertNothingLeft(what);
          site.claim(`site.deploy into ${what}`, outcome, "named; all as before");
        } finally {
          await undo();
        }
        assert.equal((await site.deploy(direct)).kind, "done");
        await site.assertServer(await site.wanted(), "without the obstacle");
      });

    it("bring what panels take for large", async function () {
      this.timeout(1_800_000);
      await bringLarge();
      await site.assertNothingLeft("huge");
    });

    it("bring it while the panel's queue and its tasks work on something else", async function () {
      this.timeout(1_800_000);
      // a demo panel has no queue
      if (isDemo(edition)) return;
      const work = await live.panel.server.keepBusy();
      live.panel.later(work.end);
      try {
        await bringLarge();
        assert.ok(await work.goesOn(), "nothing was busy any more");
      } finally {
        await work.end();
      }
      await site.assertNothingLeft("huge, while it was busy");
    });

    async function bringLarge(): Promise<void> {
      const direct = await site.on(live.target);
      await site.source({ "huge.bin": randomBytes(size.huge), "page.html": "page" });
      const from = performance.now();
      const outcome = await site.deploy(await site.counted());
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      assert.equal(outcome.kind, "done", words(outcome));
      await site.assertServer(await site.wanted(), "huge");
      site.claim(
        "site.deploy of a large archive",
        outcome,
        `equal, ${size.huge / MB} MiB in ${seconds} s, ${site.callCounts}`,
      );
      await site.source({ "page.html": "page" });
      assert.equal((await site.deploy(direct)).kind, "done");
    }
  });

  describe("to websites elsewhere", () => {
    const base = () => `/www/${live.panel.prefix}-places`;
    const disk = { bytes: 16 * MB };

    /** Mounts, owners and links of a server, by the place of the website, with where copies are kept; `undefined`: refused. */
    const layouts: Readonly<
      Record<string, readonly [prepare: (server: Server, at: string) => Promise<Undo>, root: string, kept?: string]>
    > = {
      "on a disk of its own": [async (server, at) => server.mount(at, disk), "shop", ".server-panel"],
      "in a directory of www on a disk": [
        async (server, at) => {
          const undo = await server.mount(at, disk);
          await server.put(`${at}/www/other.txt`, Buffer.from("theirs"));
          await server.give(`${at}/www`, "www");
          return undo;
        },
        "www/shop",
        ".server-panel",
      ],
      "on a disk that belongs to www": [
        async (server, at) => {
          const undo = await server.mount(at, disk);
          await server.give(at, "www");
          return undo;
        },
        "shop",
      ],
      "that is a disk itself": [async (server, at) => server.mount(`${at}/shop`, disk), "shop"],
      "behind a link to a disk": [
        async (server, at) => {
          const undo = await server.mount(`${at}-disk`, disk);
          await server.put(`${at}-disk/sites/other.txt`, Buffer.from("theirs"));
          await server.link(at, `${at}-disk/sites`);
          return async () => {
            await server.remove(at);
            await undo();
          };
        },
        "shop",
        ".server-panel",
      ],
    };
    for (const [number, [where, [prepare, below, kept]]] of Object.entries(layouts).entries())
      it(`${kept === undefined ? "are refused" : "go"} ${where}`, async function () {
        this.timeout(300_000);
        const { server } = live.panel;
        const at = `${base()}-${number}`;
        live.panel.later(async () => server.remove(at));
        const undo = await prepare(server, at);
        live.panel.later(undo);
        try {
          const site = await DeployedSite.create(live, `place-${number}`, `${at}/${below}`);
          const direct = await site.on(live.target);
          if (kept === undefined) {
            await assert.rejects(site.place(direct), { problem: { kind: "noPlace", path: site.root } });
            return;
          }
          assert.equal(posix.dirname((await site.place(direct)).site), `${at}/${kept}`);
          await deployAndRollBack(live, site, where);
        } finally {
          await undo();
        }
      });
  });

  it("leave all as it was where the disk of the website is full", async function () {
    this.timeout(300_000);
    const disk = `/www/${live.panel.prefix}-disk`;
    live.panel.later(await live.panel.server.mount(disk, { bytes: 4 * MB }));
    const site = await DeployedSite.create(live, "trouble-full", `${disk}/shop`);
    const direct = await site.on(live.target);
    await site.source({ "page.html": "old", "some.bin": randomBytes(100_000) });
    assert.equal((await site.deploy(direct)).kind, "done");
    const old = await site.wanted();
    // the archive does not fit; it does, and what is in it does not
    for (const bytes of [6 * MB, 2.5 * MB]) {
      await site.source({ "page.html": "new", "some.bin": randomBytes(bytes) });
      const outcome = await site.deploy(direct);
      await site.assertServer(old, words(outcome));
      assert.equal(outcome.kind === "done", false);
      await site.assertNothingLeft(`${bytes} bytes`);
      site.claim(`site.deploy of ${bytes / MB} MiB onto 4 MiB`, outcome, `all as before: ${words(outcome)}`);
    }
    await site.source({ "page.html": "newer", "some.bin": randomBytes(100_000) });
    assert.equal((await site.deploy(direct)).kind, "done");
    await site.assertServer(await site.wanted(), "what fits");
  });
});

// names are in what panels answer, each in its way
onEachPanel("Deployments with odd names", (live, edition) => {
  const size = sizeOf(edition);

  it("bring files of odd names as they are, or say before anything is sent why not", async function () {
    this.timeout(600_000);
    const site = await DeployedSite.create(live, "odd-names");
    const direct = await site.on(live.target);
    await site.source({ "page.html": "page" });
    assert.equal((await site.deploy(direct)).kind, "done");
    const old = await live.panel.server.hashes(site.root);
    const brought: Record<string, string> = {};
    for (const name of ODD_NAMES) {
      await site.source({ "usual.txt": name, [name]: name });
      const refusal = await site.refusal();
      if (refusal === undefined) brought[name] = `bytes of ${name}`;
      else noteSkipped(live.panel.name, `deployment of ${JSON.stringify(name)}`, JSON.stringify(refusal));
    }
    await site.source(brought);
    const outcome = await site.deploy(direct);
    assert.equal(outcome.kind, "done", words(outcome));
    await site.assertServer(await site.wanted(), "odd names");
    assert.equal((await site.deploy(direct)).kind, "already");
    const back = await site.rollBack(direct);
    assert.equal(back.kind, "done", words(back));
    assert.deepEqual(await live.panel.server.hashes(site.root), old);
    await site.assertNothingLeft("odd names");
    const names = Object.keys(brought).map((name) => JSON.stringify(name.slice(0, 30)));
    site.claim("site.deploy of odd names", outcome, `the same names and bytes, rolled back: ${names.join(" ")}`);
  });

  it("leave files of odd names alone that are there already, and what they replace or remove goes back", async function () {
    this.timeout(600_000);
    // with nothing in it from other tests
    const odd = await DeployedSite.create(live, "odd-there");
    const direct = await odd.on(live.target);
    await odd.addForeign(
      Object.fromEntries(ODD_NAMES.flatMap((name) => [name, `d0/${name}`]).map((path) => [path, `not ours: ${path}`])),
    );
    await odd.source(numbered("odd", size.files));
    assert.equal((await odd.deploy(direct)).kind, "done");
    const old = await odd.wanted();
    // those that can be deployed replace what is there
    const taken: Record<string, string> = {};
    for (const name of ODD_NAMES) {
      await odd.source({ [name]: name });
      if ((await odd.refusal()) === undefined) taken[name] = `ours: ${name}`;
    }
    const before = odd.foreign;
    await odd.source({ ...numbered("taken", size.files), ...taken });
    const outcome = await odd.deploy(direct);
    assert.equal(outcome.kind, "done", words(outcome));
    await odd.assertServer(await odd.wanted(), "taken");
    await odd.source(numbered("given", size.files));
    assert.equal((await odd.deploy(direct)).kind, "done");
    odd.foreign = new Map([...before].filter(([path]) => !Object.hasOwn(taken, path)));
    await odd.assertServer(await odd.wanted(), "without them again");
    for (const _ of ["removed", "replaced"]) {
      const back = await odd.rollBack(direct);
      assert.equal(back.kind, "done", words(back));
    }
    odd.foreign = before;
    await odd.assertServer(old, "rolled back");
    await odd.assertNothingLeft("odd names there");
    odd.claim(
      "site.deploy beside odd names",
      outcome,
      `${before.size} files of others as before, ${Object.keys(taken).length} taken and back`,
    );
  });

  it("whose root has one are whole, or refused before anything is sent", async function () {
    this.timeout(600_000);
    const claimed: string[] = [];
    for (const [number, name] of ODD_NAMES.entries()) {
      // each alone: of a directory beside a name with a line feed panels tell nothing (docs/protocol.md 16.24)
      const root = `/www/wwwroot/${live.panel.prefix}-odd-${number}/${name}`;
      const site = await DeployedSite.create(live, `odd-${number}`, root);
      const direct = await site.on(live.target);
      const { root: listed, id } = direct.row as Site;
      const own = { root: listed, isListedAs: (other: Site) => other.id === id };
      const found = await targetRootOf(direct.panel.callFor(new AbortController().signal), own, "");
      if ("kind" in found) {
        claimed.push(`${JSON.stringify(name.slice(0, 30))} ${found.kind}`);
        continue;
      }
      assert.equal(found.root, root);
      // once a panel knows it, all is in the scripts
      if (isDemo(edition) && editionDrawnBy(name) !== edition) continue;
      await deployAndRollBack(live, site, name);
      claimed.push(`${JSON.stringify(name.slice(0, 30))} whole`);
    }
    note({
      operation: "site.deploy to odd roots",
      panel: live.panel.name,
      claimed: claimed.join(", "),
      so: "as claimed",
    });
  });
});
