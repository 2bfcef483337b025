import assert from "node:assert/strict";
import { lstatSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../eventually.ts";
import { shells } from "../deployments/exchange/exchangeServer.ts";
import { JobServer } from "./jobServer.ts";

const HOUR_MS = 3_600_000;

// it finds its processes by /proc, as on a server
for (const shell of process.platform === "linux" ? shells : [])
  describe(`a job that a server runs in ${shell}`, () => {
    let server: JobServer;
    beforeEach(() => (server = new JobServer(shell)));
    afterEach(async () => server.remove());

    /** Sets the times of a job back. */
    function age(id: string, hours: number): void {
      const then = new Date(Date.now() - hours * HOUR_MS);
      const directory = join(server.jobs, id);
      for (const name of readdirSync(directory)) utimesSync(join(directory, name), then, then);
      utimesSync(directory, then, then);
    }

    const isEnded = async (id: string) =>
      eventually(
        () => server.running(id),
        (running) => running.length === 0,
        10_000,
      );

    it("has its files, writes in order, and tells its code and the last of its errors", async () => {
      const text = `it's -e $(touch x) "quoted"\\\n\u0000end`;
      const id = server.put("pwd; cat words; echo a; echo b; echo wrong >&2; echo worse >&2; exit 3", {
        inputs: { words: text },
      });
      assert.deepEqual(await server.end(id), { kind: "ended", code: 3, errors: "wrong\nworse\n" });
      assert.equal(server.read(id, "out"), `${join(server.jobs, id)}\n${text}a\nb\n`);
      assert.deepEqual(
        readdirSync(join(server.jobs, id)).filter((name) => !lstatSync(server.at(id, name)).isFile()),
        [],
      );
      assert.equal(lstatSync(join(server.jobs, id)).mode & 0o777, 0o700);
      await isEnded(id);
    });

    it("shows what it has written while it runs", async () => {
      const id = server.put("echo first; until [ -e cancel ]; do sleep 0.02; done; echo last; sleep 1000");
      assert.equal((await server.begin(id))?.kind, "begun");
      await eventually(
        () => server.read(id, "out"),
        (out) => out === "first\n",
      );
      server.cancel(id);
      assert.deepEqual(await server.endOf(id), { kind: "canceled" });
    });

    it("is canceled with all of its processes, whatever they make of being told", async () => {
      const id = server.put(
        `trap '' TERM; sh -c 'trap "" TERM; sleep 1000' & setsid sleep 1000 & echo begun; sleep 1000; sleep 1000`,
      );
      assert.equal((await server.begin(id))?.kind, "begun");
      await eventually(
        () => server.read(id, "out"),
        (out) => out === "begun\n",
      );
      server.cancel(id);
      assert.deepEqual(await server.endOf(id), { kind: "canceled" });
      assert.equal(server.running(id).length, 0);
    });

    it("is ended after its time", async () => {
      const id = server.put("sleep 1000");
      assert.deepEqual(await server.end(id, { seconds: 2 }), { kind: "timedOut" });
      await isEnded(id);
    });

    for (const [what, work] of [
      ["for ever", "while :; do echo more and more; done"],
      ["and is done", `head -c 5000 /dev/zero`],
      ["and goes on", `head -c 5000 /dev/zero; sleep 1000`],
    ])
      it(`is ended once it has written too much, ${what}`, async () => {
        const id = server.put(work ?? "");
        assert.deepEqual(await server.end(id, { bytes: 4_000 }), { kind: "tooMuch" });
        const { size } = lstatSync(server.at(id, "out"));
        assert.ok(size > 4_000 && size <= 8_192, String(size));
        await isEnded(id);
      });

    it("may write just as much as it may", async () => {
      const id = server.put("head -c 1024 /dev/zero");
      assert.deepEqual(await server.end(id, { bytes: 1_024 }), { kind: "ended", code: 0, errors: "" });
      assert.equal(lstatSync(server.at(id, "out")).size, 1_024);
    });

    it("has room for its errors, of which the last are told", async () => {
      const id = server.put(
        "head -c 3000000 /dev/zero >&2; until [ $(wc -c <errors) -lt 1000000 ]; do sleep 0.02; done; echo last >&2",
      );
      assert.deepEqual(await server.end(id), { kind: "ended", code: 0, errors: "last\n" });
    });

    it("says where the disk has no room for what it writes", async () => {
      const id = server.put("head -c 100000 /dev/zero");
      assert.deepEqual(await server.end(id, { before: "trap '' XFSZ; ulimit -f 40" }), { kind: "noSpace" });
    });

    it("does not begin where the disk has no room for it", async () => {
      const id = server.put("echo", { inputs: { much: "x".repeat(100_000) } });
      assert.deepEqual(await server.end(id, { before: "trap '' XFSZ; ulimit -f 40" }), { kind: "noSpace" });
      assert.deepEqual(server.ids(), []);
    });

    it("is the only one of its kind, and leaves nothing where it is not", async () => {
      const first = server.put("sleep 1000");
      await server.begin(first);
      assert.deepEqual(await server.end(server.put("echo")), { kind: "busy" });
      assert.deepEqual(server.ids(), [first]);
      const other = server.put("echo", { kind: "pack" });
      assert.equal((await server.end(other))?.kind, "ended");
      server.cancel(first);
      await server.endOf(first);
      assert.equal((await server.end(server.put("echo")))?.kind, "ended");
    });

    it("lets go of its lock before its end can be read", async () => {
      server.setTool(
        "mv",
        `PATH=${process.env["PATH"]}\nflock -n ${join(server.jobs, "search.lock")} true && echo free >${join(server.base, "lock")}\nexec mv "$@"\n`,
      );
      await server.end(server.put("echo"));
      assert.equal(lstatSync(join(server.base, "lock")).size, "free\n".length);
    });

    it("runs once, whenever it is begun again", async () => {
      const id = server.put("echo run >>runs; until [ -e cancel ]; do sleep 0.02; done");
      await server.begin(id);
      assert.equal(await server.begin(id), undefined);
      server.cancel(id);
      await server.endOf(id);
      assert.equal(await server.begin(id), undefined);
      assert.equal(server.read(id, "runs"), "run\n");
    });

    it("does not begin a day late", async () => {
      const id = server.put("echo");
      age(id, 50);
      assert.equal(await server.begin(id), undefined);
    });

    it("removes what others have left that nobody holds or fetches any more", async () => {
      const running = server.put("sleep 1000", { kind: "pack" });
      await server.begin(running);
      const [ended, unsent, young] = [server.put("echo"), server.put("echo"), server.put("echo")];
      await server.end(ended);
      for (const id of [running, ended, unsent]) age(id, 13);
      age(young, 11);
      const id = server.put("echo");
      await server.end(id);
      assert.deepEqual(server.ids().toSorted(), [running, young, id].toSorted());
      server.cancel(running);
      await server.endOf(running);
    });

    it("is ended where nobody watches it any more, and nothing is left of it", async () => {
      const id = server.put("echo $PPID >parent; sleep 1000");
      await server.begin(id);
      await server.appears(id, "parent");
      for (const pid of watchersOf(id)) process.kill(pid, "SIGKILL");
      assert.ok(server.running(id).length > 0);
      assert.deepEqual(await server.over(id), { kind: "gone" });
      assert.deepEqual([server.running(id).length, server.ids().length], [0, 0]);
    });

    it("is left as it is where its end is there", async () => {
      const id = server.put("echo out");
      await server.end(id);
      assert.deepEqual(await server.over(id), { kind: "ended" });
      assert.equal(server.read(id, "out"), "out\n");
    });

    it("ends where somebody removes its directory, and makes none", async () => {
      const id = server.put("echo begun; sleep 1000");
      await server.begin(id);
      await eventually(
        () => server.read(id, "out"),
        (out) => out === "begun\n",
      );
      rmSync(join(server.jobs, id), { recursive: true });
      await isEnded(id);
      assert.deepEqual(server.ids(), []);
    });

    it("does not begin on a server that lacks programs", async () => {
      const id = server.put("echo");
      assert.deepEqual(await server.end(id, { before: `PATH=${server.only("sh", "rm", "chmod")}` }), {
        kind: "missing",
        tools: "cat find flock grep mkfifo mv nice setsid sleep stat tail tar".split(" "),
      });
      assert.deepEqual(server.ids(), []);
    });

    /** The processes that watch a job: those with the words of its script. */
    function watchersOf(id: string): readonly number[] {
      return server
        .running(id)
        .filter((pid) => server.wordsOf(pid).includes("watch"))
        .map(Number);
    }
  });
