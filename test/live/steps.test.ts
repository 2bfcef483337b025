import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { posix } from "node:path";
import { promisify } from "node:util";
import type * as v from "valibot";
import type { StepEnd } from "../../src/actions/deploymentEnd.ts";
import type { Outcome } from "../../src/actions/outcome.ts";
import type { steps } from "../../src/deployments/steps/stepFields.ts";
import { DeployedSite, type Tree } from "./deployed/deployedSite.ts";
import { isDemo } from "./livePanels.ts";
import { onEachServer, soon } from "./onEachPanel.ts";

type Stated = v.InferInput<typeof steps>[number];

/** Texts that panels, shells or this product could read as something else, as they are stated. */
const TRAPS: Readonly<Record<string, string>> = {
  "words that panels cut": `echo 'shutdown init 0 mkfs mkfs.ext3 mke2fs passwd chpasswd --stdin rm -rf /* reboot' # python task.py BT-Panel`,
  quotes: String.raw`printf '%s\n' "a \"b\" 'c' $(echo d) \`e\` $((1 + 2)) \$HOME \\ %s !" 'it'"'"'s'`,
  "a document": "cat <<'EOF'\nEOF of it? $HOME `id`\n EOF\nEOF\necho after",
  "line breaks": "\n\necho one\n\n\n\techo two\n\n\n",
  entities: "echo 'a&amp;b &lt; &#x27; &copy a->b c\\d ../x //y a%23b +c'",
  "other letters": "echo '网站 面板 “引号” é ß'",
  functions: `f() {\n\tfor each in "$@"; do\n\t\techo "[$each]"\n\tdone\n}\nf a 'b  c' "$(printf 'd\\te')"`,
  "an open comment": "echo comment # it's \"open",
  "a long line": `echo '${"long ".repeat(390)}'`,
  "lines that go on": 'echo a \\\n  b &&\n  echo c |\n  tr c d; [ -n "" ] || echo e; exit 0; echo never',
};

onEachServer("Steps of deployments", (live, edition) => {
  const lines = isDemo(edition) ? 6 : 30;
  /** The seconds between two lines of a step that is followed. */
  const apart = isDemo(edition) ? 0.2 : 1;
  /** A child of a step that would go on for long; nothing else has this in its command line. */
  const forLong = `sleep 18${Math.floor(Math.random() * 1e6)}.5`;
  let site: DeployedSite;
  let output = "";
  /** What the website showed before the last deployment, and what it was to show. */
  let pages = { old: "", wanted: "" };

  before(async function () {
    this.timeout(240_000);
    const { server } = live.panel;
    const [php = "00"] = await server.phpVersions();
    site = await DeployedSite.create(live, "steps", undefined, php);
    await site.addForeign({ "data.txt": "1\n" });
    await server.give(`${site.root}/data.txt`, "www");
    await site.source(tree(1));
    const to = await site.on(live.target);
    assert.equal((await site.run(to, await site.prepare(to))).kind, "done");
  });

  /** What a site of ours is: what installs what it needs, and what changes its data. */
  const tree = (version: number): Tree => ({
    "index.html": `page ${version}`,
    "needs.txt": `library ${version}\n`,
    "bin/install.sh": 'mkdir -p vendor && while read -r name; do echo "$name" >vendor/installed; done <needs.txt',
    "bin/migrate.sh": `echo ${version} >>data.txt`,
  });

  const install: Stated = { name: "Dependencies", run: "sh bin/install.sh && cat vendor/installed", alsoBack: true };
  const migrate: Stated = { name: "Database", run: "sh bin/migrate.sh\ntail -n 1 data.txt" };

  interface Doing {
    readonly rollsBack?: boolean;
    readonly signal?: AbortSignal;
    /** Called with all that steps have written so far. */
    readonly onOutput?: (all: string) => void;
  }

  /** Deploys a version with steps. */
  async function deploy(version: number, stated: readonly Stated[], doing: Doing = {}): Promise<Outcome> {
    const { rollsBack = false, signal = new AbortController().signal, onOutput } = doing;
    const to = await site.on(live.target);
    await site.source(tree(version));
    pages = { old: await read("index.html"), wanted: `page ${version}` };
    output = "";
    return site.run(to, await site.prepare(to, await site.steps(to, stated)), {
      rollsBack,
      showProgress: async (_requests, task) => task(signal, () => undefined),
      onOutput(text) {
        output += text;
        onOutput?.(output);
      },
    });
  }

  const told = ({ deployment }: Outcome) => deployment?.steps?.map(endText) ?? [];

  function endText({ name, end, left, isBack }: StepEnd): string {
    const { kind, ...more } = end;
    const words = [name, kind, ...Object.values(more), left === undefined ? "" : `left ${left}`, isBack ? "back" : ""];
    return words.filter((word) => word !== "").join(" ");
  }

  const read = async (name: string) => (await live.panel.server.read(`${site.root}/${name}`)).toString();

  /** Fails unless the website has the files of before the last deployment, or those of it. */
  async function assertFiles(which: keyof typeof pages, when: string): Promise<void> {
    assert.equal(await read("index.html"), pages[which], when);
  }

  /** Fails if a step has left a task, a process, or anything but what it has written. */
  async function assertNothingLeft(when: string): Promise<void> {
    const { server } = live.panel;
    const { site: kept } = await site.place(await site.on(live.target));
    for (const word of [site.name, posix.basename(kept), forLong]) {
      // what counts the seconds of a step sleeps out its last one
      await soon(async () => (await server.processesOf(word)).length === 0);
      assert.deepEqual(await server.processesOf(word), [], `${when}: ${word}`);
    }
    await site.assertNothingLeft(when);
  }

  it("run in their order as the website's owner, and the deployment counts", async function () {
    this.timeout(600_000);
    const before: Stated = { name: "Maintenance", run: "cat index.html; id -un; pwd", when: "before" };
    const outcome = await deploy(2, [before, install, migrate]);
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Maintenance exited 0", "Dependencies exited 0", "Database exited 0"]);
    const user = isDemo(edition) ? output.split("\n")[0]?.slice("page 1".length) : "www";
    const directory = isDemo(edition) ? output.split("\n")[1] : site.root;
    assert.equal(output, `page 1${user}\n${directory}\nlibrary 2\n2\n`);
    await assertFiles("wanted", "with steps");
    assert.equal(await read("data.txt"), "1\n2\n");
    const { server } = live.panel;
    if (!isDemo(edition))
      assert.equal((await server.access(`${site.root}/vendor/installed`)).uid, (await server.access(site.root)).uid);
    await assertNothingLeft("after steps");
    site.claim("site.deploy with steps", outcome, "ran as the owner, in order; nothing left but what they wrote");

    const again = await deploy(2, [before, install, migrate]);
    assert.equal(again.kind, "already");
    assert.equal(await read("data.txt"), "1\n2\n", "they do not run again where nothing has changed");
    site.claim("site.deploy with steps, again", again, "none ran");
  });

  it("that fail before the exchange leave all as it was", async function () {
    this.timeout(600_000);
    const outcome = await deploy(3, [{ name: "Dump", run: "echo no >&2; exit 3", when: "before" }, migrate]);
    assert.deepEqual([outcome.kind, outcome.deployment?.state], ["wentWrong", "before"], JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Dump exited 3"]);
    assert.equal(output, "no\n");
    await assertFiles("old", "failed before");
    await assertNothingLeft("failed before");
    site.claim("site.deploy, exit 3 before", outcome, "nothing was changed");
  });

  it("that fail after it leave the new files, and run again next time", async function () {
    this.timeout(600_000);
    const failing: Stated = { name: "Database", run: "[ -e vendor/fixed ] || exit 3" };
    const outcome = await deploy(4, [install, failing]);
    assert.deepEqual([outcome.kind, outcome.deployment?.state], ["wentWrong", "wanted"], JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Dependencies exited 0", "Database exited 3"]);
    await assertFiles("wanted", "failed after, to stay");
    await assertNothingLeft("failed after, to stay");
    site.claim("site.deploy, exit 3 after", outcome, "the new files stay");
    await live.panel.server.put(`${site.root}/vendor/fixed`, Buffer.from(""));
    const again = await deploy(4, [install, failing]);
    assert.equal(again.kind, "done", JSON.stringify(again));
    assert.deepEqual(told(again), ["Dependencies exited 0", "Database exited 0"]);
  });

  it("that fail after it take the old files back where the deployment says so, with what runs again for them", async function () {
    this.timeout(600_000);
    const outcome = await deploy(5, [install, { name: "Database", run: "exit 3" }], { rollsBack: true });
    assert.equal(outcome.kind, "rolledBack", JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Dependencies exited 0", "Database exited 3", "Dependencies exited 0 back"]);
    await assertFiles("old", "gone back");
    assert.equal(await read("vendor/installed"), await read("needs.txt"));
    await assertNothingLeft("gone back");
    site.claim("site.deploy, exit 3 after, auto", outcome, "the old files are back, with what they need");
  });

  it("are followed while they run", async function () {
    this.timeout(600_000);
    const { server } = live.panel;
    // it goes on only once somebody has seen that it waits
    const run = `echo waits; until [ -e seen ]; do sleep 0.5; done; rm seen\nfor each in $(seq ${lines}); do echo line $each; sleep ${apart}; done`;
    let seeing: Promise<void> | undefined;
    const outcome = await deploy(6, [{ name: "Long", run, seconds: 240 }], {
      onOutput(all) {
        if (all.includes("waits\n")) seeing ??= server.put(`${site.root}/seen`, Buffer.from(""));
      },
    });
    await seeing;
    assert.deepEqual(told(outcome), ["Long exited 0"]);
    const expected = Array.from({ length: lines }, (_, at) => `line ${at + 1}\n`);
    assert.equal(output, ["waits\n", ...expected].join(""));
    assert.equal(outcome.kind, "done");
    await assertNothingLeft("followed");
    site.claim("site.deploy, followed", outcome, `${lines + 1} lines, the first seen while it ran`);
  });

  it("are ended at their limit with all that they have started", async function () {
    this.timeout(600_000);
    const run = `${forLong} & setsid ${forLong} & echo begun; ${forLong}`;
    const outcome = await deploy(7, [{ name: "Late", run, seconds: 3 }], { rollsBack: true });
    assert.equal(outcome.kind, "rolledBack", JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Late late 3"]);
    await assertFiles("old", "late");
    await assertNothingLeft("late");
    site.claim("site.deploy, a step past its limit", outcome, "ended, the old files are back");
  });

  for (const when of ["before", "after"] as const)
    it(`that run ${when} the exchange are ended by a cancel`, async function () {
      this.timeout(600_000);
      const cancelling = new AbortController();
      const run = `trap '' TERM; echo begun; ${forLong}`;
      const outcome = await deploy(8, [{ name: "Long", run, when }, migrate], {
        signal: cancelling.signal,
        onOutput: () => cancelling.abort(),
      });
      assert.deepEqual(told(outcome).slice(0, 1), ["Long stopped"], JSON.stringify(outcome));
      assert.equal(outcome.deployment?.state, "before", JSON.stringify(outcome));
      await assertFiles("old", "canceled");
      await assertNothingLeft(`canceled ${when}`);
      site.claim(`site.deploy, canceled in a step ${when}`, outcome, "ended, the old files are there");
    });

  it("whose shell is killed have failed", async function () {
    this.timeout(600_000);
    const { server } = live.panel;
    let killing: Promise<void> | undefined;
    const outcome = await deploy(9, [{ name: "Killed", run: `echo "pid $$."; ${forLong}`, seconds: 120 }], {
      rollsBack: true,
      onOutput(all) {
        const pid = Number(/pid (\d+)\./.exec(all)?.[1]);
        if (pid > 0) killing ??= killed(pid);
      },
    });
    await killing;
    assert.equal(outcome.kind, "rolledBack", JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Killed exited 137 left 1"]);
    await assertFiles("old", "killed");
    site.claim("site.deploy, the step's bash killed", outcome, "told, with what it has left; the old files are back");
    // a step that ends by itself may leave what it has started: that goes on, and is known by the step's pipe
    assert.equal((await deploy(9, [])).kind, "done");
    // a demo panel shows none
    if (!isDemo(edition)) assert.equal((await pipes()).length, 1, "still open");
    assert.equal((await server.processesOf(forLong)).length, 1);
    await server.kill(await server.processesOf(forLong));
    assert.ok(await soon(async () => (await server.processesOf(forLong)).length === 0));
    const next = await deploy(10, []);
    assert.equal(next.kind, "done", JSON.stringify(next));
    await assertNothingLeft("killed");
    site.claim(
      "site.deploy, after what that step has left",
      next,
      "it ran on until it ended; then its pipe was removed",
    );

    async function killed(pid: number): Promise<void> {
      await server.kill([{ pid, command: "bash" }]);
    }

    async function pipes(): Promise<readonly string[]> {
      const { site: kept } = await site.place(await site.on(live.target));
      return (await server.below(kept)).filter((path) => /\/steps\/\d\/pipe$/.test(path));
    }
  });

  it("whose script is killed are held, and nothing of them goes on", async function () {
    this.timeout(600_000);
    const { server } = live.panel;
    const to = await site.on(live.target);
    const { site: kept } = await site.place(to);
    let killing: Promise<void> | undefined;
    const outcome = await deploy(11, [{ name: "Lost", run: `echo begun; ${forLong}`, seconds: 120 }], {
      onOutput: () => (killing ??= killScript()),
    });
    await killing;
    assert.deepEqual([outcome.kind, outcome.deployment?.state], ["uncertain", "held"], JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Lost lost"]);
    await assertFiles("wanted", "held");
    assert.deepEqual(await server.processesOf(forLong), []);
    site.claim("site.deploy, job.sh killed", outcome, "held, and ended");
    // whoever comes next is told, and says what becomes of it
    const back = await site.recover(to);
    assert.equal(back?.kind, "done", JSON.stringify(back));
    await assertFiles("old", "taken back");
    await assertNothingLeft("job.sh killed");
    site.claim("site.rollBack of what was held", back, "the old files are back");

    async function killScript(): Promise<void> {
      const all = await server.processesOf(posix.basename(kept));
      const scripts = all.filter(({ command }) => /\/job\.sh step /.test(command));
      assert.ok(scripts.length > 0, JSON.stringify(all));
      await server.kill(scripts);
    }
  });

  it("go on while the panel restarts", async function () {
    this.timeout(600_000);
    const { server } = live.panel;
    // by its words a panel that restarts would end it, if others could see them
    const run = `echo begun # task.py BT-Panel runserver\nfor each in $(seq ${lines}); do echo line $each; sleep 0.7; done`;
    let restarting: Promise<void> | undefined;
    const outcome = await deploy(12, [{ name: "Long", run, seconds: 240 }, migrate], {
      onOutput: () => (restarting ??= server.restartPanel()),
    });
    await restarting;
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.deepEqual(told(outcome), ["Long exited 0", "Database exited 0"]);
    const expected = Array.from({ length: lines }, (_, at) => `line ${at + 1}\n`);
    assert.equal(output, ["begun\n", ...expected, "12\n"].join(""));
    await assertFiles("wanted", "restarted");
    await assertNothingLeft("restarted");
    site.claim("site.deploy, the panel restarted in a step", outcome, "it went on, all of its output is there");
  });

  it("run the very text that was stated", async function () {
    this.timeout(600_000);
    const outcome = await deploy(
      13,
      Object.entries(TRAPS).map(([name, run]) => ({ name, run })),
    );
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    let all = "";
    for (const [at, [name, run]] of Object.entries(TRAPS).entries()) {
      const file: string = outcome.deployment?.steps?.[at]?.output ?? assert.fail(name);
      const kept = await live.panel.server.read(posix.join(posix.dirname(file), "run"));
      assert.equal(kept.toString(), run, name);
      // as a bash of this computer has it
      const env = { PATH: process.env["PATH"], LANG: "C.UTF-8" };
      const { stdout } = await promisify(execFile)("bash", ["-c", run], { env });
      assert.equal((await live.panel.server.read(file)).toString(), stdout, name);
      all += stdout;
    }
    assert.equal(output, all);
    await assertNothingLeft("texts");
    site.claim("site.deploy with ten odd texts", outcome, "each arrived as it was written, and ran so");
  });

  it("run what projects are made of: Composer, the website's own PHP, npm, Python", async function () {
    this.timeout(600_000);
    // on a demo panel steps find the programs of this computer
    if (isDemo(edition)) return;
    for (const part of ["composer", "php", "nodejs", "python"] as const) if (!(await live.panel.has(part))) return;
    const to = await site.on(live.target);
    await site.source({
      ...tree(14),
      "composer.json": JSON.stringify({ name: "own/shop", autoload: { "psr-4": { "App\\": "src/" } } }),
      "src/Shop.php": "<?php namespace App; class Shop { const NAME = 'shop'; }",
      "migrate.php": "<?php require 'vendor/autoload.php'; echo App\\Shop::NAME, ' ', PHP_BINARY, PHP_EOL;",
      "package.json": JSON.stringify({ name: "shop", scripts: { build: "node build.js" } }),
      "build.js": "require('fs').writeFileSync('built.txt', 'built'); console.log('built');",
      "manage.py": "import sys; print('python', sys.argv[1])",
    });
    output = "";
    const stated: readonly Stated[] = [
      { name: "Dependencies", run: "composer install --no-dev --no-interaction 2>&1", alsoBack: true },
      { name: "Database", run: "php migrate.php" },
      { name: "Build", run: "npm run build" },
      { name: "Static files", run: "python3 manage.py collectstatic" },
    ];
    const onOutput = (text: string) => {
      output += text;
    };
    const outcome = await site.run(to, await site.prepare(to, await site.steps(to, stated)), { onOutput });
    assert.equal(outcome.kind, "done", `${JSON.stringify(outcome)}\n${output}`);
    const [php = ""] = await live.panel.server.phpVersions();
    assert.match(output, new RegExp(`^shop /www/server/php/${php}/bin/php$`, "m"));
    assert.equal(await read("built.txt"), "built");
    assert.match(output, /^python collectstatic$/m);
    await assertNothingLeft("projects");
    site.claim(
      "site.deploy with Composer, PHP, npm, Python",
      outcome,
      "each ran as the owner; PHP is the website's own",
    );
  });
});
