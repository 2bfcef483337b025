import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  symlinkSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import type { DemoHandler } from "../../../src/demoPanel/state.ts";
import { playedEditions } from "../../../src/demoPanel/startDemoPanel.ts";
import { linksOf, makeDirectory, type ServerFile, writeFile } from "../../../src/demoPanel/serverFiles.ts";
import {
  comingNames,
  exchangeList,
  LAYOUT,
  type ExchangeRecord,
} from "../../../src/deployments/exchange/exchangeList.ts";
import type { ExchangeVerb } from "../../../src/deployments/exchange/exchangeResult.ts";
import { runExchange } from "../../../src/deployments/exchange/runExchange.ts";
import { EXCHANGE_SCRIPT } from "../../../src/deployments/exchange/scriptReader.ts";
import { exactPath } from "../../../src/wire/answers/exactPath.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { type DemoPanelOptions, startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { eventually } from "../../eventually.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";
import { placeOf, sha1, tools } from "../deployments/exchange/exchangeServer.ts";

const script = readFileSync(join(import.meta.dirname, "../../../src/deployments/exchange", EXCHANGE_SCRIPT));

const SITE = "/www/backup/server-panel/0123456789abcdef";
const ROOT = "/www/wwwroot/exchanged.example.com";
const WWW = { mtime: 1_600_000_000, uid: 1001, gid: 1001 };

const signal = new AbortController().signal;

/** A change of the website: what was there, and what comes. */
interface Change {
  readonly path: string;
  readonly from?: string;
  readonly to?: string;
}

const CHANGES: readonly Change[] = [
  { path: "app.js", to: "new app" },
  { path: "page.html", from: "old page", to: "new page" },
  { path: "gone.html", from: "gone" },
];
const OLD = { "foreign.txt": "not ours", "gone.html": "gone", "page.html": "old page" };
const NEW = { "app.js": "new app", "foreign.txt": "not ours", "page.html": "new page" };

for (const edition of knownEditions)
  describe(`a script that a scheduled task of a demo ${edition} runs`, () => {
    let temporary: string;
    let panel: FaultyPanel;
    const usualTemporary = process.env["TMPDIR"];

    beforeEach(async () => {
      temporary = mkdtempSync(join(tmpdir(), "scripts-"));
      process.env["TMPDIR"] = join(temporary, "tmp");
      mkdirSync(join(temporary, "tmp"));
      await start();
    });
    afterEach(async () => {
      await panel.stop();
      assert.deepEqual(readdirSync(join(temporary, "tmp")), []);
      if (usualTemporary === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = usualTemporary;
      rmSync(temporary, { recursive: true });
    });

    async function start(options: DemoPanelOptions = {}): Promise<void> {
      panel = new FaultyPanel(edition, await startDemoPanel({ edition, ...options }));
      for (const [path, content] of Object.entries(OLD)) put(`${ROOT}/${path}`, content);
    }

    /** Starts the panel anew, on a machine with other programs. */
    async function restart(path: string): Promise<void> {
      await panel.stop();
      await start({ path });
    }

    const files = () => panel.panel.state.files;
    const call = () => panel.callFor(signal);

    function put(path: string, content: string | Buffer, more: Partial<ServerFile> = {}): ServerFile {
      writeFile(files(), path, Buffer.from(content), WWW.mtime);
      const file = { ...WWW, mode: 0o644, bytes: Buffer.from(content), ...more };
      files().set(path, file);
      return file;
    }

    const text = (path: string) => files().get(path)?.bytes?.toString();

    /** Adds a task that runs a script, starts it, and says its id. */
    async function begin(commands: string, words = "one two"): Promise<number> {
      put("/www/backup/ours/run.sh", commands);
      const { id = assert.fail() } = await call()("scheduledTask.add", {
        name: "script",
        script: `sh /www/backup/ours/run.sh ${words}`,
        day: 15,
      });
      await call()("scheduledTask.toggle", { id });
      await call()("scheduledTask.run", { id });
      return id;
    }

    /** Runs a script to its end, and says its log. */
    async function run(commands: string, words?: string): Promise<string> {
      const id = await begin(commands, words);
      return (await call()("scheduledTask.log", { id })).text;
    }

    /** A `PATH` with a program of the test's before each that it names. */
    function withPrograms(programs: Readonly<Record<string, string>>): string {
      const directory = join(temporary, "programs");
      mkdirSync(directory);
      for (const [name, program] of Object.entries(programs))
        writeFileSync(join(directory, name), `#!${placeOf("sh")}\n${program}\n`, { mode: 0o755 });
      return [directory, process.env["PATH"]].join(delimiter);
    }

    /** A `PATH` with these programs alone. */
    function withOnly(names: readonly string[]): string {
      const directory = mkdtempSync(join(temporary, "only-"));
      for (const name of names) symlinkSync(placeOf(name) ?? assert.fail(name), join(directory, name));
      return directory;
    }

    /** Puts an exchange on the server, and says its id. */
    async function putExchange(): Promise<string> {
      const id = randomUUID();
      const directory = `${SITE}/${id}`;
      const records = CHANGES.map(({ path, from, to }): ExchangeRecord => {
        const there =
          from === undefined ? ({ kind: "nothing" } as const) : ({ kind: "file", sha1: sha1(from) } as const);
        const comes = to === undefined ? ({ kind: "nothing" } as const) : ({ kind: "file", sha1: sha1(to) } as const);
        return { there, comes, mode: 0o644, path };
      });
      const about = Buffer.from(`layout=${LAYOUT}\nroot=${ROOT}\ntarget=root\n`);
      const names = comingNames(records);
      const coming = CHANGES.flatMap(({ to }, number) =>
        to === undefined ? [] : [[names[number] ?? "", to] as const],
      );
      const record = ["record.json", Buffer.from("{}")] as const;
      const members = [["about", about] as const, ["list", exchangeList(records)] as const, record, ...coming].map(
        ([name, body]) => ({ header: { name, size: body.length, mode: 0o600 }, body }),
      );
      const own = { uid: 0, gid: 0, mode: 0o600, mtime: Math.floor(Date.now() / 1_000) };
      put(`${directory}/${EXCHANGE_SCRIPT}`, script, own);
      put(`${directory}/files.tar.gz`, gzipSync(await packTar(members)), own);
      return id;
    }

    async function exchange(verb: ExchangeVerb, id: string) {
      const leftTasks = new Set<string>();
      const end = await runExchange(
        {
          verb,
          id,
          nonce: randomUUID(),
          script: sha1(script),
          paths: CHANGES.map(({ path }) => path),
          directory: `${SITE}/${id}`,
          scriptDirectory: `${SITE}/${id}`,
          installation: "installation",
          kept: 3,
          longestMs: 60_000,
        },
        { callFor: panel.callFor, clock: panel.clock, signal, leftTasks },
      );
      assert.deepEqual([...leftTasks], []);
      return end;
    }

    /** The website's files. */
    function website(): Readonly<Record<string, string>> {
      const found = [...files()].filter(([path, { bytes }]) => path.startsWith(`${ROOT}/`) && bytes !== undefined);
      const texts = found.map(([path, { bytes }]) => [path.slice(ROOT.length + 1), String(bytes)] as const);
      return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    }

    it("is called without the words that panels cut out of a task", async () => {
      const words = "shutdown now init 0 mkfs.ext4 passwd chpasswd --stdin mke2fs init-0";
      assert.match(
        await run('echo "$@"', words),
        /^\[\*{3}\] now \[\*{3}\] \[\*{3}\]\.ext4 \[\*{3}\] ch\[\*{3}\] \[\*{3}\] \[\*{3}\] init-0$/m,
      );
    });

    it("is added, turned off, run, read and removed", async () => {
      const id = await begin('echo "$1 $2 <a> & \\"b\\""; echo wrong >&2; cat; echo last');
      const { rows } = await call()("scheduledTask.list", {});
      assert.equal(rows.find((row) => row.id === id)?.on, false);
      const log = (await call()("scheduledTask.log", { id })).text;
      assert.match(log, /^one two <a> & "b"\nwrong\n[^]*last\n-{76}\n★\[[-\d: ]+\] Successful\n-{76}\n?$/);
      assert.equal(log.endsWith("\n"), edition === "baota");
      const names = () =>
        [...files().keys()].filter((path) => path.startsWith("/www/server/cron/") && !/c\d\.log$/.test(path));
      assert.equal(names().length, 1);
      await call()("scheduledTask.remove", { id });
      assert.deepEqual(names(), []);
      await assert.rejects(call()("scheduledTask.log", { id }), PanelError);
    });

    it("finds the server's files, and what it leaves are the server's", async () => {
      const kept = put(`${ROOT}/kept`, "kept", { uid: 33, gid: 34, mode: 0o2640 });
      put(`${ROOT}/open`, "open", { mode: 0o600 });
      const twin = put(`${ROOT}/twin`, "twin");
      files().set(`${ROOT}/other name`, twin);
      files().set(`${ROOT}/link`, { ...WWW, mode: 0o777, linkTo: `${ROOT}/kept` });
      put(`${ROOT}/granted`, "granted", { uid: 33, acl: "user:34:rw-" });
      makeDirectory(files(), `${ROOT}/empty`, 1_500_000_000);
      const log = await run(`
        cd ${ROOT} || exit
        stat -c '%n %u:%g %a %Y' kept
        stat -c %h twin
        readlink link
        cat link
        ls -a empty
        rmdir empty
        chown 1001:1001 open
        chmod 644 open
        ln kept second
        mv page.html moved.html
        rm gone.html
        mkdir -m 750 made
        printf new >made/file
        touch -d @1500000000 made/file
        ln -s ../kept made/relative
        ln -s ${ROOT}/kept made/absolute
        printf ' more' >>twin
        printf given >made/granted
        printf given >made/single
        printf given >made/plain
        attributes='cp --attributes-only --preserve=all --preserve=xattr --no-preserve=timestamps,links'
        $attributes -t made granted && $attributes granted made/single && cp granted made/plain
      `);
      assert.equal(log.split("-".repeat(76))[0], `kept 33:34 2640 1600000000\n2\n${ROOT}/kept\nkept.\n..\n`);
      assert.equal(files().get(`${ROOT}/kept`), kept);
      assert.equal(files().get(`${ROOT}/second`), kept);
      assert.equal(text(`${ROOT}/moved.html`), "old page");
      assert.equal(text(`${ROOT}/other name`), "twin more");
      assert.equal(files().get(`${ROOT}/twin`), files().get(`${ROOT}/other name`));
      const { uid, gid, mode } = files().get(`${ROOT}/open`) ?? assert.fail();
      assert.deepEqual([uid, gid, mode], [1001, 1001, 0o644]);
      const file = { uid: 0, gid: 0, mtime: 1_500_000_000, mode: 0o644, bytes: Buffer.from("new") };
      assert.deepEqual({ ...files().get(`${ROOT}/made/file`) }, file);
      assert.equal(files().get(`${ROOT}/made`)?.mode, 0o750);
      assert.equal(files().get(`${ROOT}/made/relative`)?.linkTo, "../kept");
      assert.equal(files().get(`${ROOT}/made/absolute`)?.linkTo, `${ROOT}/kept`);
      for (const [name, content, owner, acl] of [
        ["granted", "given", 33, "user:34:rw-"],
        ["single", "given", 33, "user:34:rw-"],
        ["plain", "granted", 0, undefined],
      ] as const) {
        const given = files().get(`${ROOT}/made/${name}`);
        assert.deepEqual([text(`${ROOT}/made/${name}`), given?.uid, given?.acl], [content, owner, acl]);
      }
      for (const gone of ["page.html", "gone.html", "empty"]) assert.equal(files().has(`${ROOT}/${gone}`), false);
    });

    it("sees what a call writes into a file by each of its names, and a file that is moved to its place by none", async () => {
      put(`${ROOT}/written`, "before", { mode: 0o444 });
      put(`${ROOT}/moved`, "before");
      const wait = `cd ${ROOT} || exit\nln written written.pin\nln moved moved.pin\nuntil [ -e go ]; do sleep 0.05; done\n`;
      const id = await begin(`${wait}cat written.pin moved.pin written moved\n`);
      const { shell } = panel.panel;
      const isPinned = () => {
        shell.synchronise();
        return files().has(`${ROOT}/moved.pin`);
      };
      await eventually(isPinned, (is) => is);
      put(`${ROOT}/written`, "after ");
      put(`${ROOT}/moved.new`, "other");
      shell.synchronise();
      files().set(`${ROOT}/moved`, files().get(`${ROOT}/moved.new`) ?? assert.fail());
      files().delete(`${ROOT}/moved.new`);
      shell.synchronise();
      // the script may read as soon as it is there
      put(`${ROOT}/go`, "");
      shell.synchronise();
      await shell.over();
      assert.match((await call()("scheduledTask.log", { id })).text, /^after beforeafter other\n?-/);
    });

    it("exchanges a website's files, and takes them back", async () => {
      files().set(`${ROOT}/page.html`, { ...put(`${ROOT}/page.html`, "old page"), mode: 0o640, uid: 33 });
      const id = await putExchange();
      assert.equal((await exchange("exchange", id)).kind, "new");
      assert.deepEqual(website(), NEW);
      const page = files().get(`${ROOT}/page.html`);
      assert.deepEqual([page?.uid, page?.gid, page?.mode], [33, 1001, 0o640]);
      assert.equal(files().get(`${ROOT}/app.js`)?.uid, files().get(ROOT)?.uid);
      assert.deepEqual(await exchange("back", id), { kind: "old", aside: [], kept: [], trouble: [] });
      assert.deepEqual(website(), OLD);
    });

    it("leaves a website that is wholly old or new after it was killed at any of its moves and was run again", async () => {
      const [count, last] = [join(temporary, "count"), join(temporary, "last")];
      const mv = placeOf("mv") ?? assert.fail();
      const moves = [
        `read -r step <${count}`,
        `echo $((step + 1)) >${count}`,
        `read -r last <${last}`,
        `[ $step != $last ] || kill -9 0`,
        `exec ${mv} "$@"`,
      ];
      const path = withPrograms({ mv: moves.join("\n") });
      const ends = new Set<string>();
      for (let step = 0; ; step++) {
        await restart(path);
        writeFileSync(count, "0\n");
        writeFileSync(last, `${step}\n`);
        const id = await putExchange();
        const { kind } = await exchange("exchange", id);
        if (kind === "new") break;
        assert.equal(kind, "unknown");
        writeFileSync(last, "none\n");
        const end = await exchange("recover", id);
        ends.add(end.kind);
        assert.deepEqual(website(), end.kind === "new" ? NEW : OLD, `${step}: ${end.kind}`);
        const severalNames = [...files()].filter(([, file]) => file.bytes !== undefined && linksOf(files(), file) > 1);
        assert.deepEqual(severalNames, [], `${step}: ${end.kind}`);
      }
      assert.deepEqual(ends, new Set(["ended", "untouched", "old", "new"]));
    });

    it("sees what calls of the panel do meanwhile, as they see what it does", async () => {
      await begin(`
        cd ${ROOT}
        echo begun >begun.txt
        while [ ! -e answer.txt ]; do sleep 0.05; done
        cat answer.txt >read.txt
      `);
      const begun = `${ROOT}/begun.txt`;
      await eventually(
        async () => (await call()("file.stat", { paths: [begun] })).rows,
        ([found]) => found?.exists === true,
      );
      const upload = {
        directory: exactPath("upload", ROOT),
        name: "answer.txt",
        size: 6,
        start: 0,
        bytes: Buffer.from("answer"),
      };
      await call()("file.upload", upload);
      await panel.panel.shell.over();
      assert.equal(text(`${ROOT}/read.txt`), "answer");
      assert.equal(text(begun), "begun\n");
    });

    it("has done before its last word what any call of the panel sees after that", async () => {
      const seen: (string | undefined)[] = [];
      const look: DemoHandler = (context) => {
        seen.push(text(`${ROOT}/page.html`));
        return playedEditions[edition].handlers["system.total"]?.(context) ?? assert.fail();
      };
      await panel.stop();
      await start({ handlers: { "system.total": look } });
      const id = await begin(`cd ${ROOT}; echo new >page.html; echo last word; sleep 0.5`);
      const word = async () => {
        const bytes = files().get(`/www/server/cron/${panel.panel.state.scheduledTasks[0]?.echo}.log`)?.bytes;
        return bytes?.toString() ?? "";
      };
      await eventually(word, (log) => log.includes("last word"));
      await call()("system.total", {});
      assert.deepEqual(seen, ["new\n"]);
      await call()("scheduledTask.remove", { id });
    });

    it("has changed what it has given its old size and time back", async () => {
      put(`${ROOT}/page.html`, "old");
      await run(`cd ${ROOT}; printf new >page.html; touch -d @${WWW.mtime} page.html`);
      assert.equal(text(`${ROOT}/page.html`), "new");
    });

    it("works on the same files as another one beside it, whose lock it finds", async () => {
      const [isHeld, mayGo] = [join(temporary, "held"), join(temporary, "go")];
      const sync = placeOf("sync") ?? assert.fail();
      const wait = `[ -e ${isHeld} ] || { : >${isHeld}; while [ ! -e ${mayGo} ]; do sleep 0.05; done; }`;
      await restart(withPrograms({ sync: `${wait}\nexec ${sync} "$@"` }));
      const [first, second] = [await putExchange(), await putExchange()];
      // it synchronises under the lock
      const isDone = exchange("exchange", first);
      await eventually(
        () => existsSync(isHeld),
        (held) => held,
      );
      const line = `sh ${SITE}/${second}/${EXCHANGE_SCRIPT} exchange ${second} nonce installation 3`;
      const { id = assert.fail() } = await call()("scheduledTask.add", { name: "second", script: line, day: 15 });
      await call()("scheduledTask.run", { id });
      const [task] = panel.panel.state.scheduledTasks;
      await eventually(
        () => text(`/www/server/cron/${task?.echo}.log`) ?? "",
        (log) => /"end":"busy","detail":"\w/.test(log),
      );
      writeFileSync(mayGo, "");
      assert.equal((await isDone).kind, "new");
      assert.deepEqual(website(), NEW);
    });

    it("ends with all its processes when the panel is closed", async () => {
      const pid = join(temporary, "pid");
      await begin(`sleep 1000 & echo $$ >${pid}.part; mv ${pid}.part ${pid}; wait`);
      await eventually(
        () => existsSync(pid),
        (isThere) => isThere,
      );
      await panel.panel.close();
      assert.throws(() => process.kill(Number(readFileSync(pid, "utf8")), 0), { code: "ESRCH" });
    });

    it("ends with those of its processes, too, that have a session of their own", async () => {
      const pid = join(temporary, "pid");
      put("/www/backup/ours/session.sh", `echo $$ >${pid}.part; mv ${pid}.part ${pid}; exec sleep 1000`);
      await begin("setsid sh /www/backup/ours/session.sh & wait");
      await eventually(
        () => existsSync(pid),
        (isThere) => isThere,
      );
      await panel.panel.close();
      // its parent is gone, too, so it takes a moment until nobody waits for it any more
      await eventually(
        () => existsSync(`/proc/${readFileSync(pid, "utf8").trim()}/environ`),
        (isThere) => !isThere,
        5_000,
      );
    });

    it("goes on when its task is removed, and leaves no log then", async () => {
      const id = await begin(`cd ${ROOT}; while [ ! -e go ]; do sleep 0.05; done; echo late; echo went >went`);
      await call()("scheduledTask.remove", { id });
      await call()("file.upload", {
        directory: exactPath("upload", ROOT),
        name: "go",
        size: 0,
        start: 0,
        bytes: Buffer.alloc(0),
      });
      await panel.panel.shell.over();
      assert.equal(text(`${ROOT}/went`), "went\n");
      assert.deepEqual(
        [...files().keys()].filter((path) => /^\/www\/server\/cron\/\w{32}/.test(path)),
        [],
      );
    });

    it("says what the computer lacks, as our script does", async () => {
      await restart(withOnly([]));
      assert.deepEqual(await exchange("exchange", await putExchange()), { kind: "missing", tools: ["sh"] });
      await restart(withOnly(["sh", ...tools.filter((tool) => tool !== "flock")]));
      assert.deepEqual(await exchange("exchange", await putExchange()), { kind: "missing", tools: ["flock"] });
      assert.deepEqual(website(), OLD);
    });

    it("is read from its end", async () => {
      const lines = 'line=0; while [ $line -lt 3000 ]; do line=$((line + 1)); echo "line $line"; done';
      const sentLog = await run(lines);
      const log = sentLog.trimEnd().split("\n");
      assert.equal(log.at(-4), "line 3000");
      // a thousand lines and the end mark's three are cut off; or all but 8,196 bytes
      const whole = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}`);
      const marked = [...whole, ...log.slice(-3), ""].join("\n");
      const sent =
        edition === "baota"
          ? Buffer.from(marked).subarray(-8_196).toString()
          : marked.split("\n").slice(-2_001).join("\n").trim();
      assert.equal(sentLog, sent);
    });

    it("is nothing but a file of the server that `sh` runs", async () => {
      const flag = join(temporary, "flag");
      for (const line of [`touch ${flag}`, `sh -c touch ${flag}`, `sh /nowhere/a.sh`]) {
        const { id = assert.fail() } = await call()("scheduledTask.add", { name: "other", script: line, day: 15 });
        await call()("scheduledTask.run", { id });
        await panel.panel.shell.over();
      }
      assert.equal(existsSync(flag), false);
    });
  });
