import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { eventually } from "../../../eventually.ts";
import { historyPath, readHistory } from "../../../../src/deployments/exchange/exchangeHistory.ts";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, placeOf, record, sha1, shells, stepUser, type RawRecord } from "./exchangeServer.ts";
import { callsOf, checkOf, KILL, recover, runWithFault } from "./faultyRun.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** The ids of all exchanges that have a directory. */
const exchangesOn = (server: ExchangeServer) =>
  readdirSync(server.site)
    .filter((name) => /^[\da-f-]{36}$/.test(name))
    .toSorted();

for (const shell of IS_FULL ? shells : shells.slice(0, 1)) {
  /** Numbers of the result in order. */
  const numbersOf = (copies: unknown) =>
    (copies as readonly (readonly [number, number])[]).map(([number]) => number).toSorted((a, b) => a - b);

  describe(`exchanges of several computers, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    /** The tools that the everyday exchange calls. */
    async function everydayCalls(): Promise<readonly string[]> {
      const another = new ExchangeServer(shell);
      try {
        return await callsOf(another, "exchange", await putEveryday(another));
      } finally {
        another.remove();
      }
    }

    const done = async (records: readonly RawRecord[]): Promise<string> => {
      const id = await server.upload(records);
      assert.equal((await server.run("exchange", id))?.end, "new", server.errors(id));
      return id;
    };

    /** An exchange whose way back a directory in the way has stopped. */
    async function mixed(): Promise<string> {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        tool === "mv"
          ? `#!${server.shell}\ncase $* in *" ./page.html") exit 1 ;; esac\nexec ${place} "$@"\n`
          : `#!${server.shell}\nexec ${place} "$@"\n`,
      );
      const result = await server.run("back", id, { environment });
      assert.deepEqual([result?.end, result?.kept], ["mixed", [[3, "failed"]]]);
      return id;
    }

    it("are one after the other, and the second is told who works there", async () => {
      const second = await putEveryday(server);
      const upload = async () => server.upload([record.replace("page.html", "older", "new")]);
      const calls = await callsOf(server, "exchange", await upload());
      // before it has the lock, the second may well do it all
      const locked = calls.findIndex((call) => call.startsWith("flock ")) + 2;
      // who has it is written down right after, until when the one before stands there
      const named = calls.findIndex((call) => /^mv .*\/holder$/.test(call)) + 2;
      assert.ok(named > locked);
      for (let step = locked; step <= calls.length; step += IS_FULL ? 1 : 3) {
        const first = await upload();
        const answer = join(server.base, "answer");
        const nonce = randomUUID();
        // while the first is in hand, the second asks
        const does = `${placeOf("env")} -i PATH=${join(server.base, "bin")} ${server.shell} ${join(server.site, second, "exchange.sh")} exchange ${second} ${nonce} installation 3 >${answer}`;
        const { result } = await runWithFault(server, "exchange", first, { step, does });
        assert.deepEqual([result?.end, result?.trouble], ["untouched", [[0, "changed"]]]);
        const holder = new RegExp(`"end":"busy","detail":"installation ${first} exchange \\d+"`);
        assert.match(readFileSync(answer, "utf8"), step < named ? /"end":"busy"/ : holder);
      }
      assert.deepEqual(server.tree(), oldTree);
    }).timeout(600_000);

    it("hold the lock as long as any process of theirs lives", async () => {
      const id = await putEveryday(server);
      const step = (await everydayCalls()).findIndex((call) => call.startsWith("xargs ")) + 1;
      const [begun, goOn] = [join(server.base, "begun"), join(server.base, "go-on")];
      // only the first process is killed: what it has begun goes on, once it may
      const does = `kill -9 $PPID; printf '' >${begun}; while [ ! -e ${goOn} ]; do ${placeOf("sleep")} 0.05; done`;
      const killed = runWithFault(server, "exchange", id, { step, does });
      while (!existsSync(begun)) await setTimeout(20);
      const result = await server.run("recover", id);
      assert.equal(result?.end, "busy", JSON.stringify(result));
      writeFileSync(goOn, "");
      assert.equal((await killed).result, undefined);
      assert.equal((await recover(server, id))?.end, "untouched");
      assert.deepEqual(server.tree(), oldTree);
      assert.deepEqual(server.severalNames(), []);
    }).timeout(60_000);

    it("let go of the lock before they say how they have ended", async () => {
      const id = await putEveryday(server);
      const [answer, goOn] = [join(server.base, "answer"), join(server.base, "go-on")];
      const script = join(server.site, id, "exchange.sh");
      // its shell lives on after its last word
      const lingers = `trap "while [ ! -e ${goOn} ]; do sleep 0.05; done" EXIT; . "$0"`;
      const first = server.shellOutput(
        `exec sh -c '${lingers}' ${script} exchange ${id} ${randomUUID()} installation 3 >${answer}`,
      );
      await eventually(
        () => existsSync(answer) && readFileSync(answer, "utf8"),
        (text) => text !== false && text.includes('"end":"new"'),
      );
      const back = await server.run("back", id);
      writeFileSync(goOn, "");
      await first;
      assert.equal(back?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
    });

    it("wait for the end of one that was cut, and can end it from elsewhere", async () => {
      const id = await putEveryday(server);
      // when some of it has been done
      await runWithFault(server, "exchange", id, { step: checkOf(await everydayCalls()) + 6, does: KILL });
      const other = await server.upload(everyday);
      let result = await server.run("exchange", other);
      while (result?.end === "busy") result = await server.run("exchange", other);
      assert.deepEqual([result?.end, result?.detail], ["unfinished", id]);
      assert.equal((await server.run("recover", id, { run: other }))?.end, "old");
      assert.equal((await server.run("exchange", other))?.end, "new");
      assert.deepEqual(server.tree(), newTree);
    });

    it("never begin once it was said that they have changed nothing", async () => {
      const id = await putEveryday(server);
      // the task that was to start it is late
      const result = await server.run("recover", id);
      assert.deepEqual([result?.end, result?.detail], ["ended", "untouched"]);
      assert.ok(!existsSync(join(server.site, id, "new")));
      assert.equal((await server.run("exchange", id))?.end, "used");
      assert.deepEqual(server.tree(), oldTree);
    });

    it("do not go back late, after somebody was told how they have ended", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const late = randomUUID();
      server.makeRun(late);
      // not every shell compares parts of a second
      const before = new Date(Date.now() - 2_000);
      utimesSync(join(server.site, late, "exchange.sh"), before, before);
      const result = await server.run("recover", id);
      assert.deepEqual([result?.end, result?.detail], ["ended", "new"]);
      // the task that was to start it comes only now
      assert.equal((await server.run("back", id, { run: late }))?.end, "used");
      assert.deepEqual(server.tree(), newTree);
      const today = randomUUID();
      server.makeRun(today);
      assert.equal((await server.run("back", id, { run: today }))?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
    });

    it("are not held up by a look, which a pipe in a file's place makes wait for good", async () => {
      const [first, second] = [await putEveryday(server), await server.upload(everyday)];
      const [begun, pipe] = [join(server.base, "begun"), join(server.root, "page.html")];
      const comes = `rm -f ${pipe} && ${placeOf("mkfifo")} ${pipe} && printf '' >${begun}`;
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        [
          `#!${server.shell}`,
          `case "${tool} $*" in "sha1sum "*./page.html*) ${comes} ;; esac`,
          `exec ${place} "$@"\n`,
        ].join("\n"),
      );
      const looking = server.run("look", first, { environment });
      while (!existsSync(begun)) await setTimeout(20);
      const result = await server.run("exchange", second);
      assert.deepEqual([result?.end, result?.trouble], ["untouched", [[3, "changed"]]]);
      writeFileSync(pipe, "");
      assert.equal((await looking)?.end, "looked");
    });

    it("wait for nobody where two people deploy to two websites in opposite orders, and each is told", async () => {
      const other = new ExchangeServer(shell);
      try {
        const websites = [server, other] as const;
        for (const website of websites) {
          chmodSync(website.base, 0o755);
          website.put("page", "old");
          if (process.getuid?.() === 0) chownSync(website.root, stepUser.uid, stepUser.uid);
        }
        const uploads = async (website: ExchangeServer, hold: string) =>
          website.upload([record.replace("page", "old", hold)], { hold });
        // each has made the exchange of their first website, and a step of it runs
        const first = await Promise.all(
          websites.map(async (website, index) => {
            const id = await uploads(website, `person${index}`);
            assert.equal((await website.run("exchange", id, { owner: `person${index}` }))?.end, "held");
            const at = website.putStep(id, "echo begun; until [ -e go-on ]; do sleep 0.1; done");
            const running = website.run("step", id, { step: "0", owner: `person${index}` });
            while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
            return { id, website, running };
          }),
        );
        const second = await Promise.all(
          websites.map(async (website, index) => uploads(website, `person${1 - index}`)),
        );
        const asked = async () =>
          Promise.all(
            websites.map(async (website, index) =>
              website.run("exchange", second[index] ?? "", { owner: `person${1 - index}` }),
            ),
          );
        for (const [index, result] of (await asked()).entries()) {
          assert.equal(result?.end, "busy");
          assert.match(result.detail, new RegExp(`^person${index} ${first[index]?.id} step \\d+$`));
        }
        for (const { website, running } of first) {
          website.put("go-on", "");
          assert.equal((await running)?.detail, "exited 0 left 0");
        }
        // between two stages nobody has the lock, and yet nobody comes in between
        for (const [index, result] of (await asked()).entries())
          assert.deepEqual([result?.end, result?.detail], ["unfinished", first[index]?.id]);
        for (const [index, website] of websites.entries()) {
          assert.equal((await website.run("settle", first[index]?.id ?? "", { owner: `person${index}` }))?.end, "new");
          assert.equal(website.read("page"), `person${index}`);
        }
        for (const result of await asked())
          assert.deepEqual([result?.end, result?.trouble], ["untouched", [[0, "changed"]]]);
      } finally {
        other.remove();
      }
    }).timeout(60_000);

    it("do not begin under one that is held, nor while that is settled", async () => {
      server.put("page", "old");
      const first = await server.upload([record.replace("page", "old", "new")], { hold: "installation" });
      assert.equal((await server.run("exchange", first))?.end, "held");
      const second = await server.upload([record.replace("page", "old", "other")]);
      const kept = server.keep();
      const { calls } = await runWithFault(server, "settle", first, { step: 0, does: ":" });
      assert.ok(calls.length > 5, calls.join("\n"));
      const ends = new Set<string>();
      for (let step = 1; step <= calls.length; step += IS_FULL ? 1 : 4) {
        server.restore(kept);
        const answer = join(server.base, "answer");
        const does = `${placeOf("env")} -i PATH=${join(server.base, "bin")} ${server.shell} ${join(server.site, second, "exchange.sh")} exchange ${second} ${randomUUID()} other 3 >${answer}`;
        const { result } = await runWithFault(server, "settle", first, { step, does });
        const [, end = "none"] = /"end":"([a-z]+)"/.exec(readFileSync(answer, "utf8")) ?? [];
        ends.add(end);
        // before the first has the lock, the second has it for a moment
        assert.ok(["unfinished", "busy"].includes(end), `${calls[step - 1]}: ${end}`);
        if (result?.end === "busy") assert.equal((await server.run("settle", first))?.end, "new");
        else assert.equal(result?.end, "new", calls[step - 1]);
        assert.equal(server.read("page"), "new");
      }
      assert.ok(ends.has("busy"), [...ends].join());
    }).timeout(120_000);

    it("refuse the second of two that saw the same", async () => {
      server.put("page", "old");
      const [one, two] = [record.replace("page", "old", "one"), record.replace("page", "old", "two")];
      const second = await server.upload([two]);
      await done([one]);
      const result = await server.run("exchange", second);
      assert.deepEqual([result?.end, result?.trouble], ["untouched", [[0, "changed"]]]);
      assert.deepEqual(server.tree(), { page: "one" });
    });

    it("go back one by one, the last first", async () => {
      server.put("page", "0");
      const first = await done([record.replace("page", "0", "1")]);
      const second = await done([record.replace("page", "1", "2")]);
      const result = await server.run("back", first);
      assert.deepEqual([result?.end, result?.detail], ["superseded", second]);
      assert.equal((await server.run("back", second))?.end, "old");
      assert.equal((await server.run("back", second))?.end, "used");
      assert.equal((await server.run("back", first))?.end, "old");
      assert.deepEqual(server.tree(), { page: "0" });
    });

    it("keep what was edited since, name it, and are not blocked by it", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      server.put("page.html", "mended");
      server.put("new/upload", "a user's");
      rmSync(join(server.root, "added.js"));
      server.put("gone.html", "made anew");
      const result = await server.run("back", id);
      assert.equal(result?.end, "kept");
      assert.deepEqual(
        result.kept.toSorted(([a], [b]) => a - b),
        [
          [0, "filled"],
          [3, "edited"],
          [4, "appeared"],
        ],
      );
      // nothing was at the place of the new directory
      assert.deepEqual(numbersOf(result["copies"]), [3, 4]);
      const kept = { new: "directory", "new/upload": "a user's", "page.html": "mended", "gone.html": "made anew" };
      assert.deepEqual(server.tree(), { ...oldTree, ...kept });
      // the copies of what stayed are where the record says
      assert.equal(server.readText(join(server.site, id, "old/2/page.html")), "old page");
      assert.equal(server.readText(join(server.site, id, "old/2/gone.html")), "old");
      await done([record.add("next", "next")]);
      assert.ok(existsSync(join(server.site, id, "old/2/page.html")));
    });

    it("take back what was edited since where a person says so, and keep a copy of it", async () => {
      server.put("page", "old");
      server.put("other", "old");
      const id = await done(["page", "other"].map((path) => record.replace(path, "old", "new")));
      server.put("page", "edited");
      server.put("other", "edited");
      const run = randomUUID();
      writeFileSync(join(server.makeRun(run), "accepted"), `0 ${sha1("edited")}\0`);
      const result = await server.run("back", id, { run });
      assert.deepEqual([result?.end, result?.kept], ["kept", [[1, "edited"]]]);
      assert.deepEqual(server.tree(), { page: "old", other: "edited" });
      assert.equal(server.readText(join(server.site, id, "edited", "0")), "edited");
    });

    it("are not made for a website that has changed in between, in files that they leave as they are", async () => {
      const upload = async (name: string, after: string) => server.upload([record.add(name, name)], { after });
      const [first, late] = [await upload("a", ""), await upload("b", "")];
      assert.equal((await server.run("exchange", first))?.end, "new");
      const result = await server.run("exchange", late);
      assert.deepEqual([result?.end, result?.detail], ["superseded", first]);
      assert.deepEqual(server.tree(), { a: "a" });
      assert.equal((await server.run("exchange", await upload("b", first)))?.end, "new");
      assert.deepEqual(server.tree(), { a: "a", b: "b" });
    });

    it("do not take back what was edited once more", async () => {
      server.put("page", "old");
      const id = await done([record.replace("page", "old", "new")]);
      const run = randomUUID();
      writeFileSync(join(server.makeRun(run), "accepted"), `0 ${sha1("edited")}\0`);
      server.put("page", "edited again");
      assert.equal((await server.run("back", id, { run }))?.end, "kept");
      assert.deepEqual(server.tree(), { page: "edited again" });
    });

    it("try again what could not go back", async () => {
      const id = await mixed();
      const other = await server.upload(everyday);
      assert.equal((await server.run("exchange", other))?.end, "unfinished");
      assert.equal((await server.run("recover", id))?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
      assert.deepEqual(server.severalNames(), []);
    });

    it("give up what cannot go back, keep its copies, and then go on", async () => {
      const id = await mixed();
      const result = await server.run("giveup", id);
      assert.deepEqual([result?.end, result?.kept], ["left", [[3, "failed"]]]);
      assert.equal(server.readText(join(server.site, id, "old/2/page.html")), "old page");
      assert.deepEqual(server.tree(), { ...oldTree, "page.html": "new page" });
      assert.deepEqual(server.severalNames(), []);
      await done([record.replace("page.html", "new page", "newer page")]);
      assert.ok(existsSync(join(server.site, id, "old/2/page.html")));
    });

    it("keep every copy, and name its file, where what is given up was cut off on its way back", async () => {
      const pages = ["0/a", "1/b", "2/c"];
      for (const page of pages) server.put(page, `old ${page}`);
      const id = await done(pages.map((page) => record.replace(page, `old ${page}`, "new")));
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        tool === "mv"
          ? `#!${server.shell}\ncase $* in *" ./b") ${KILL} ;; esac\nexec ${place} "$@"\n`
          : `#!${server.shell}\nexec ${place} "$@"\n`,
      );
      assert.equal(await server.run("back", id, { environment }), undefined);
      let result = await server.run("giveup", id);
      while (result?.end === "busy") result = await server.run("giveup", id);
      // the last one had gone back already
      assert.deepEqual(
        pages.map((page) => server.read(page)),
        ["new", "new", "old 2/c"],
      );
      for (const page of pages.slice(0, 2))
        assert.equal(server.readText(join(server.site, id, "old", page)), `old ${page}`);
      const kept = [
        [0, "failed"],
        [1, "failed"],
      ];
      assert.deepEqual(
        [result?.end, result?.kept, result?.["copies"]],
        [
          "left",
          kept,
          [
            [0, 0],
            [1, 1],
          ],
        ],
      );
      assert.deepEqual(server.severalNames(), []);
    });

    it("name the copy of an edit that came while what is given up went back", async () => {
      server.put("page", "old");
      const id = await done([record.replace("page", "old", "new")]);
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        tool === "mv"
          ? `#!${server.shell}\n${place} "$@"\ncase $* in *" ./page") ${KILL} ;; esac\n`
          : `#!${server.shell}\nexec ${place} "$@"\n`,
      );
      assert.equal(await server.run("back", id, { environment }), undefined);
      // by a program that had the file open
      writeFileSync(join(server.site, id, "new/0/page"), "edited");
      let result = await server.run("giveup", id);
      while (result?.end === "busy") result = await server.run("giveup", id);
      assert.deepEqual([result?.end, result?.kept, result?.["copies"]], ["left", [[0, "late"]], [[0, 0]]]);
      assert.equal(server.readText(join(server.site, id, "edited", "0")), "edited");
      assert.equal(server.read("page"), "old");
    });

    it("remove old copies and what was given up before it began, and count them", async () => {
      server.put("page", "0");
      const made: string[] = [];
      for (const at of [0, 1, 2]) made.push(await done([record.replace("page", `${at}`, `${at + 1}`)]));
      const [young, cancelled] = [await server.upload(everyday), await server.upload(everyday)];
      const age = (id: string, hours: number) => {
        const then = new Date(Date.now() - hours * 3_600_000);
        const work = join(server.site, id);
        for (const name of ["", ...readdirSync(work)]) utimesSync(join(work, name), then, then);
      };
      // an upload grows, and a preview may stay open
      age(young, 1);
      age(cancelled, 3);
      // the last piece of its archive has just come
      const growing = await server.upload(everyday);
      age(growing, 5);
      const now = new Date();
      utimesSync(join(server.site, growing, "files.tar.gz"), now, now);
      const unfinished = await server.upload([record.add("other", "other")]);
      const step = (await everydayCalls()).findIndex((call) => call.startsWith("xargs ")) + 2;
      await runWithFault(server, "exchange", unfinished, { step, does: KILL });
      age(unfinished, 72);
      const run = randomUUID();
      server.makeRun(run);
      let result = await server.run("clean", run, { kept: 2 });
      while (result?.end === "busy") result = await server.run("clean", run, { kept: 2 });
      // one that was cancelled was no backup
      assert.deepEqual([result?.end, result?.removed], ["cleaned", 1]);
      assert.ok((result?.freed ?? 0) > 0);
      assert.deepEqual(exchangesOn(server), [...made.slice(1), young, growing, unfinished].toSorted());
      assert.equal((await server.run("recover", unfinished))?.end, "untouched");
      assert.equal((await server.run("back", made[2] ?? ""))?.end, "old");
    });

    it("leave as many as can be gone back to, and say what they have removed of earlier ones", async () => {
      const size = 300_000;
      server.put("page", "0".repeat(size));
      const made: string[] = [];
      const results: unknown[] = [];
      for (const at of [0, 1, 2, 3]) {
        const id = await server.upload([record.replace("page", `${at}`.repeat(size), `${at + 1}`.repeat(size))]);
        const result = await server.run("exchange", id, { kept: 2 });
        results.push([result?.end, result?.removed, (result?.freed ?? 0) >= size]);
        made.unshift(id);
      }
      const [none, one] = [
        ["new", 0, false],
        ["new", 1, true],
      ];
      assert.deepEqual(results, [none, none, one, one]);
      const history = () => readHistory(server.readText(historyPath(server.site, "root")));
      assert.deepEqual(history(), made.slice(0, 2));
      assert.deepEqual(exchangesOn(server), made.slice(0, 2).toSorted());
      assert.equal((await server.run("back", made[0] ?? ""))?.end, "old");
      assert.deepEqual(history(), made.slice(1, 2));
      assert.equal((await server.run("back", made[1] ?? ""))?.end, "old");
      assert.ok(!existsSync(historyPath(server.site, "root")));
      assert.equal(server.read("page"), "2".repeat(size));
    });

    it("have a history for each directory of a website", async () => {
      const first = await done([record.add("a", "a")]);
      mkdirSync(join(server.root, "other"));
      const second = await server.upload([record.add("b", "b")], { target: "other", root: join(server.root, "other") });
      assert.equal((await server.run("exchange", second))?.end, "new");
      const histories = ["root", "other"].map((target) => server.readText(historyPath(server.site, target)).trim());
      assert.deepEqual(histories, [first, second]);
      assert.equal((await server.run("back", first))?.end, "old");
      assert.deepEqual(server.tree(), { other: "directory", "other/b": "b" });
    });

    it("remove a run that was turned away, its upload not unpacked, and no other", async () => {
      const id = await done([record.add("a", "a")]);
      const [turnedAway, other] = [await server.upload(everyday), await server.upload(everyday)];
      truncateSync(join(server.site, turnedAway, "files.tar.gz"), 20);
      const result = await server.run("clean", turnedAway);
      assert.deepEqual([result?.end, result?.removed], ["cleaned", 0]);
      assert.deepEqual(exchangesOn(server), [id, other].toSorted());
      // one that can be gone back to stays
      assert.equal((await server.run("clean", id))?.end, "cleaned");
      assert.equal((await server.run("back", id))?.end, "old");
    });

    it("keep copies of what was edited and taken back all the same", async () => {
      server.put("page", "old");
      const id = await done([record.replace("page", "old", "new")]);
      server.put("page", "edited");
      const run = randomUUID();
      writeFileSync(join(server.makeRun(run), "accepted"), `0 ${sha1("edited")}\0`);
      assert.equal((await server.run("back", id, { run }))?.end, "old");
      await done([record.replace("page", "old", "newer")]);
      assert.equal(server.readText(join(server.site, id, "edited", "0")), "edited");
    });

    it("give up one that was to go back, and can then go back to the one before", async () => {
      const before = await done([record.add("other", "other")]);
      const id = await mixed();
      assert.equal((await server.run("giveup", id))?.end, "left");
      assert.equal((await server.run("back", before))?.end, "old");
    });
  });
}
