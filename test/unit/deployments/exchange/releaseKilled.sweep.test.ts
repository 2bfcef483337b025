import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, sha1, shells, type RawRecord, type RunResult, type Tree } from "./exchangeServer.ts";
import { cutsOf } from "./faultyRun.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** Between how many steps one is tried. */
const APART = IS_FULL ? 1 : 3;

const RELEASES = "releases-0123456789abcdef";

/** Uploads a release with a file of its own, one of the release before it, and a shared directory that it makes. */
async function upload(server: ExchangeServer, base: string | undefined, text: string): Promise<string> {
  const id = randomUUID();
  const release = `${RELEASES}/${id}`;
  const isFirst = base === undefined;
  const shared = `shared ${text}`;
  const records: RawRecord[] = [
    record.makeDirectory(shared),
    record.add(`${shared}/seed`, "seed", "later"),
    ...(isFirst ? [record.makeDirectory(RELEASES)] : []),
    record.makeDirectory(release, isFirst ? "later" : "none"),
    record.makeDirectory(`${release}/a`, "later"),
    record.add(`${release}/index.html`, text, "later"),
    isFirst
      ? record.add(`${release}/a/same.js`, "same", "later")
      : { there: "later", comes: sha1("same"), path: `${release}/a/same.js` },
    { there: "later", comes: "shared", mode: "777", path: `${release}/${shared}` },
  ];
  server.makeRun(id);
  await server.uploadArchive(id, records, {
    target: "releases",
    hold: "installation",
    after: base ?? "",
    about: { release, keep: "1", ...(base !== undefined && { from: `${RELEASES}/${base}`, before: base }) },
  });
  return id;
}

/** The website with a release. */
function withRelease(before: Tree, id: string, text: string): Tree {
  const release = `${RELEASES}/${id}`;
  const all: Tree = {
    ...before,
    [`shared ${text}`]: "directory",
    [`shared ${text}/seed`]: "seed",
    [RELEASES]: "directory",
    [release]: "directory",
    [`${release}/a`]: "directory",
    [`${release}/a/same.js`]: "same",
    [`${release}/index.html`]: text,
    [`${release}/shared ${text}`]: `link to ../../shared ${text}`,
  };
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Recovers from another run, again until the lock of what was killed is free. */
async function recover(server: ExchangeServer, id: string, verb = "recover"): Promise<RunResult | undefined> {
  for (;;) {
    const run = randomUUID();
    server.makeRun(run);
    const result = await server.run(verb, id, { run });
    if (result?.end !== "busy") return result;
  }
}

for (const shell of IS_FULL ? shells : shells.slice(0, 1))
  describe(`a release that is killed, in ${shell}`, () => {
    let server: ExchangeServer;
    let first: string;
    let before: Tree;
    beforeEach(async () => {
      server = new ExchangeServer(shell);
      server.put("index.html", "plain");
      first = await upload(server, undefined, "one");
      assert.equal((await server.run("exchange", first))?.end, "held");
      assert.equal((await server.run("settle", first))?.end, "new");
      before = server.tree();
    });
    afterEach(() => server.remove());

    const isFree = () => !existsSync(join(server.site, "unfinished"));

    /** Does something after a kill before each tool that a verb calls. */
    async function atEach(
      verb: string,
      id: string,
      end: string,
      check: (where: string) => Promise<void>,
    ): Promise<void> {
      const cuts = await cutsOf(server, { verb, id, end });
      assert.ok(cuts.length > 10, `only ${cuts.length} tools were called`);
      for (const { call, disk } of cuts.filter((_cut, index) => (index + end.length) % APART === 0)) {
        server.restore(disk);
        await check(`before ${call}`);
        assert.ok(isFree(), call);
        assert.deepEqual(server.severalNames(), [], call);
      }
    }

    /** Fails unless a next release can be made, and served. */
    async function assertNext(where: string, base: string): Promise<void> {
      const next = await upload(server, base, "three");
      assert.equal((await server.run("exchange", next))?.end, "held", where);
      assert.equal((await server.run("settle", next))?.end, "new", where);
    }

    it("is not there after a kill at any step of its making, and nothing else is touched", async () => {
      const id = await upload(server, first, "two");
      await atEach("exchange", id, "held", async (where) => {
        await recover(server, id);
        assert.deepEqual(server.tree(), before, where);
        await assertNext(where, first);
      });
    }).timeout(600_000);

    it("is not there after a kill at any step of its way back", async () => {
      const id = await upload(server, first, "two");
      assert.equal((await server.run("exchange", id))?.end, "held");
      await atEach("back", id, "old", async (where) => {
        await recover(server, id);
        assert.deepEqual(server.tree(), before, where);
      });
    }).timeout(600_000);

    it("that was served and goes back stays for requests that still run in it, or is gone, after a kill at any step", async () => {
      const id = await upload(server, first, "two");
      assert.equal((await server.run("exchange", id))?.end, "held");
      const whole = server.tree();
      // what is shared is nobody's any more
      const left = Object.fromEntries(Object.entries(whole).filter(([path]) => !path.startsWith("shared two")));
      await atEach("leave", id, "old", async (where) => {
        await recover(server, id);
        const visited = join(server.site, id, "visited");
        assert.deepEqual(server.tree(), existsSync(visited) ? left : before, where);
        assert.ok(!server.readText(join(server.site, "history-releases")).includes(id), where);
        await assertNext(where, first);
        if (!existsSync(visited)) return;
        const then = new Date(Date.now() - 61 * 60_000);
        utimesSync(visited, then, then);
        const run = randomUUID();
        server.makeRun(run);
        assert.equal((await server.run("clean", run, { run }))?.end, "cleaned", where);
        assert.equal(server.tree()[`${RELEASES}/${id}`], undefined, where);
      });
    }).timeout(600_000);

    it("is whole after a kill at any step of what makes it count, and can be kept", async () => {
      const id = await upload(server, first, "two");
      assert.equal((await server.run("exchange", id))?.end, "held");
      const whole = withRelease(before, id, "two");
      await atEach("settle", id, "new", async (where) => {
        await recover(server, id, "settle");
        assert.deepEqual(server.tree(), whole, where);
        assert.equal(server.readText(join(server.site, "history-releases")).trim(), `${id} ${first}`, where);
      });
    }).timeout(600_000);
  });
