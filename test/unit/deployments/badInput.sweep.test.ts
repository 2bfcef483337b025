import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deploy } from "../../../src/deployments/deploy.ts";
import { readState } from "../../../src/deployments/siteState.ts";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { deadFrom, type Fault } from "../../fakes/faultyPanel.ts";
import { OURS, ROOT, type Tree } from "./deployFixture.ts";
import { DeployWindow, STATED } from "./window/deployWindow.ts";

const deploySite = deployFolderOn("site");

const NEW: Tree = { "index.html": "new", "a/b c.js": "x" };

/** A row: what is bad, what a person reads, and what is on the server afterwards. */
interface Row {
  /** Arranges the bad input in a window whose source is `NEW`; what it returns is called afterwards. */
  readonly arrange: (window: DeployWindow) => unknown;
  readonly says: RegExp;
  /** Files that are there besides or in place of those before; absent: everything is as before. */
  readonly leads?: Tree;
  /** It ends before its preview. */
  readonly isEarly?: true;
}

/** Happens once, when an operation is called for the nth time, or has been answered. */
const once =
  (id: OperationId, isMade: boolean, act: () => void, nth = 1): Fault =>
  (_call, called, made) => {
    if (called === id && made === isMade && (nth -= 1) === 0) act();
  };

/** Happens before the server begins the exchange itself; the first run is the look of the preview. */
const beforeExchange = (act: (window: DeployWindow) => void) => (window: DeployWindow) => {
  window.used.fault = once("scheduledTask.run", false, () => act(window), 2);
};

/** Happens before the panel has what the exchange brings. */
const beforeUpload = (act: (window: DeployWindow) => void) => (window: DeployWindow) => {
  window.used.fault = once("file.upload", false, () => act(window), UPLOAD_OF_EXCHANGE);
};

/** The upload that has what the exchange brings, after those of the preview: its script, its list, and how much of a list is there. */
const UPLOAD_OF_EXCHANGE = 5;

const atSite = (path: string) => (window: DeployWindow) => {
  const [site] = window.used.panel.state.sites;
  assert.ok(site);
  site.path = path;
};

const named = (name: string) => async (window: DeployWindow) => window.used.source({ ...NEW, [name]: "odd" });

const AS_BEFORE = String.raw`Everything is as it was before\.$`;
const UNTOUCHED = String.raw`Nothing was changed from here\.$`;
const NOT_DEPLOYED = String.raw`^“site” was not deployed to “deployed\.example\.com” on “Shop”\. `;
const failed = (why: string, state = UNTOUCHED) => new RegExp(NOT_DEPLOYED + why + state);
const DEPLOYED = /^“site” was deployed to “deployed\.example\.com” on “Shop”\./;
const OF_NAMES = "These names cannot be deployed: ";
const badNames = (what: string) => new RegExp(`^${OF_NAMES}${what}\\. Nothing was sent\\.$`);

const sources: Readonly<Record<string, Row>> = {
  "a source that is missing": {
    arrange: ({ used }) => rmSync(used.folder, { recursive: true }),
    says: /^The folder to deploy, “dist”, does not exist\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a source that is a file": {
    arrange: ({ used }) => {
      rmSync(used.folder, { recursive: true });
      writeFileSync(used.folder, "");
    },
    says: /^What is to be deployed is no folder\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a source without files": {
    arrange: ({ used }) => {
      rmSync(used.folder, { recursive: true });
      mkdirSync(used.folder);
    },
    says: /^The folder to deploy has no file that is not left out\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a source with nothing but secrets": {
    arrange: async ({ used }) => used.source({ ".env": "x", "server.pem": "y" }),
    says: /^The folder to deploy has no file that is not left out\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a source that is a link out of the workspace": {
    arrange: ({ used }) => {
      rmSync(used.folder, { recursive: true });
      symlinkSync(tmpdir(), used.folder);
    },
    says: /^The folder to deploy is outside of the workspace folder\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a hundred thousand files, of which no more are read than may be deployed": {
    arrange: ({ used }) => {
      for (let n = 0; n <= 20_000; n++) writeFileSync(join(used.folder, String(n)), "");
    },
    says: /^The folder has more than 20,000 files\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a file that changes while it is read": {
    arrange: ({ used }) => {
      const file = join(used.folder, "big");
      writeFileSync(file, "");
      truncateSync(file, 2 ** 26);
      const changing = setInterval(() => truncateSync(file, 2 ** 26 + Math.ceil(Math.random() * 9)), 1);
      return () => clearInterval(changing);
    },
    says: /^big has changed while it was read\. Nothing was sent\.$/,
    isEarly: true,
  },
  "a file that goes after the preview": {
    arrange: (window) => {
      const { used } = window;
      used.fault = once("scheduledTask.remove", true, () => rmSync(join(used.folder, "index.html")));
    },
    says: failed(String.raw`The folder or the server is no longer as it was shown\. `),
  },
};

const names: Readonly<Record<string, Row>> = {
  "a name with a quote": { arrange: named("it's"), says: DEPLOYED, leads: { ...NEW, "it's": "odd" } },
  "a name with a line feed": {
    arrange: named("a\nb"),
    says: badNames(
      String.raw`a b \(a line break: the panel is asked by name what is there, in a list with a line for each\)`,
    ),
    isEarly: true,
  },
  "a name with a blank at its end": { arrange: named("end "), says: DEPLOYED, leads: { ...NEW, "end ": "odd" } },
  "a name with a dot at its end": { arrange: named("end."), says: DEPLOYED, leads: { ...NEW, "end.": "odd" } },
  "a route of Next.js": {
    arrange: named("app/[...slug]/page.js"),
    says: DEPLOYED,
    leads: { ...NEW, "app/[...slug]/page.js": "odd" },
  },
  "names that differ in case alone": {
    arrange: async ({ used }) => used.source({ "A.txt": "1", "a.txt": "2" }),
    says: DEPLOYED,
    leads: { "A.txt": "1", "a.txt": "2" },
  },
  "a name with blanks": { arrange: named("a  b.js"), says: DEPLOYED, leads: { ...NEW, "a  b.js": "odd" } },
  "a Chinese name": { arrange: named("中文/页面.html"), says: DEPLOYED, leads: { ...NEW, "中文/页面.html": "odd" } },
  "an emoji": { arrange: named("🚀.txt"), says: DEPLOYED, leads: { ...NEW, "🚀.txt": "odd" } },
  "a name of 255 bytes": {
    arrange: named("ü".repeat(127) + "x"),
    says: DEPLOYED,
    leads: { ...NEW, [`${"ü".repeat(127)}x`]: "odd" },
  },
};

const roots: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    ["/", "/www", "/www/wwwroot", "/www/server/panel", "/etc/nginx", "/root", "/home", "/lib64", "/www/backup/x"].map(
      (path) => [
        `the root ${path}`,
        {
          arrange: atSite(path),
          says: new RegExp(
            `^Nothing is deployed to ${path}: it holds more than the files of one website or project\\.$`,
          ),
          isEarly: true as const,
        },
      ],
    ),
  ),
  ...Object.fromEntries(
    Object.entries({
      "/www/wwwroot/a b": ": it has a space",
      "/www/wwwroot/a;b": ": it has the character ;",
      relative: "",
    }).map(([path, reason]) => [
      `the root ${path}`,
      {
        arrange: atSite(path),
        says: new RegExp(`^The panel cannot handle the path ${path} safely${reason}\\. Nothing was sent\\.$`),
        isEarly: true as const,
      },
    ]),
  ),
  "a directory that is the root of another website": {
    arrange: (window) => {
      const [, other] = window.used.panel.state.sites;
      assert.ok(other);
      other.path = `${ROOT}/shop`;
      window.state({ ...STATED, directory: "shop" });
    },
    says: /^\S+\/shop belongs to another website or project, “shop\.example\.com”\. Nothing was sent\.$/,
    isEarly: true,
  },
  "files for the root of another website": {
    arrange: async (window) => {
      const [, other] = window.used.panel.state.sites;
      assert.ok(other);
      other.path = `${ROOT}/shop`;
      await window.used.source({ ...NEW, "shop/x.js": "x" });
    },
    says: /^\S+\/shop belongs to another website or project, “shop\.example\.com”\. Leave it out with “exclude”, or deploy it there\.$/,
    isEarly: true,
  },
  "a symbolic link on the server": {
    arrange: ({ used }) => used.link("a"),
    says: /^\S+\/a\/b c\.js is behind a symbolic link on the server, which may lead out of what is deployed to\./,
    isEarly: true,
  },
  "a directory where a file must go": {
    arrange: ({ used }) => {
      used.panel.state.files.delete(`${ROOT}/index.html`);
      used.put({ "index.html/theirs": "x" });
    },
    says: /^Something that no deployment has placed is in the way: \S+\/index\.html\.$/,
    isEarly: true,
  },
  "a record on the server that names a path outside": {
    arrange: async (window) => {
      const { used } = window;
      const place = await window.place();
      await deploy(await used.prepare({ place }), used.context());
      const file = Object.keys(used.below(place.site)).find((path) => path.endsWith("record.json")) ?? "";
      const entry = used.panel.state.files.get(`${place.site}/${file}`);
      assert.ok(entry?.bytes);
      const bytes = Buffer.from(entry.bytes.toString().replace("a/b c.js", "../../etc/passwd"));
      used.panel.state.files.set(`${place.site}/${file}`, { ...entry, bytes });
    },
    says: /^The record of earlier deployments on the server cannot be read: \S+\/record\.json\.$/,
    isEarly: true,
  },
};

const disks: Readonly<Record<string, Row>> = {
  "a disk that is full, of which the panel says nothing": {
    arrange: ({ used }) => {
      used.instead = (id) => (id === "file.upload" ? { there: 0 } : undefined);
    },
    says: /^The panel keeps no more of \S+: the disk may be full or read-only\.$/,
    isEarly: true,
  },
  "a disk that is full, as the panel says": {
    arrange: ({ used }) => {
      const rejected = () => {
        throw new PanelError({ kind: "rejected", message: "磁盘空间不足" });
      };
      used.fault = once("file.upload", false, rejected, UPLOAD_OF_EXCHANGE);
    },
    says: failed("The panel says: 磁盘空间不足。"),
  },
  "an archive that comes damaged": {
    arrange: beforeExchange(({ used }) => {
      const { files } = used.panel.state;
      for (const [path, file] of files)
        if (path.endsWith("/files.tar.gz")) files.set(path, { ...file, bytes: Buffer.from("damaged") });
    }),
    says: failed(String.raw`The server could not unpack what was sent\. `, AS_BEFORE),
  },
  "a file that somebody changes meanwhile": {
    arrange: beforeExchange(({ used }) => used.put({ "index.html": "them" })),
    says: failed(String.raw`In the way: \S+index\.html \(changed on the server since it was shown\)\. `, AS_BEFORE),
    leads: { "index.html": "them" },
  },
  "a website whose files are elsewhere by then": {
    arrange: beforeUpload((window) => atSite("/www/wwwroot/elsewhere.example.com")(window)),
    says: failed(String.raw`The folder or the server is no longer as it was shown\. `),
  },
  "a website that is deleted and made anew by then": {
    arrange: beforeUpload((window) => {
      const [site] = window.used.panel.state.sites;
      assert.ok(site);
      window.used.panel.state.sites.splice(0, 1, { ...site, id: 99 });
    }),
    says: failed(String.raw`The folder or the server is no longer as it was shown\. `),
  },
  "a computer that sleeps for a night during the upload": {
    arrange: ({ used }) => {
      used.fault = once("file.upload", true, () => (used.clock.time += 36_000_000), UPLOAD_OF_EXCHANGE);
    },
    says: DEPLOYED,
    leads: NEW,
  },
  "a computer that sleeps for a night while the server exchanges": {
    arrange: beforeExchange(({ used }) => (used.clock.time += 36_000_000)),
    says: DEPLOYED,
    leads: NEW,
  },
};

/** The calls of a deployment. All are first made before its preview, which has the server look. */
const steps: readonly OperationId[] = [
  "site.list",
  "file.stat",
  "file.attributes",
  "file.upload",
  "scheduledTask.add",
  "scheduledTask.toggle",
  "scheduledTask.run",
  "scheduledTask.log",
  "scheduledTask.remove",
  "file.read",
];

/** What a panel does from the first call of a step on. */
const faults: Readonly<Record<"restarts" | "dies" | "refuses", (step: OperationId) => Fault>> = {
  restarts(step) {
    let failures = 0;
    return (call, id, isMade) => {
      const isDown = failures > 0 ? failures < 3 : id === step && step !== "site.list";
      if (isDown && !isMade && (failures += 1)) deadFrom(call)(call, id, isMade);
    };
  },
  dies(step) {
    let isDead = false;
    return (call, id, isMade) => {
      isDead ||= id === step;
      if (isDead) deadFrom(call)(call, id, isMade);
    };
  },
  refuses: (step) => (_call, id) => {
    if (id === step) throw new PanelError({ kind: "rejected", message: "权限不足" });
  },
};

function sorted(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

for (const edition of knownEditions)
  describe(`bad input of a deployment to ${edition}`, () => {
    let window: DeployWindow;
    beforeEach(async () => {
      window = await DeployWindow.open(edition);
      window.state(STATED);
      await window.used.source(NEW);
    });
    afterEach(() => window.dispose());

    const which = { to: "Which deployment?", with: "site" };
    const preview = { to: "Deploy “site” to", with: " > Deploy" };
    const back = { to: "Go back to what was there before “site” was cut off?", with: true };

    // the editions differ in what they do with names and files
    const rows = { ...names, ...disks, ...(edition === "baota" && { ...sources, ...roots }) };
    for (const [what, { arrange, says, leads = {}, isEarly }] of Object.entries(rows))
      it(`is told, and nothing is lost: ${what}`, async () => {
        const before = window.used.server;
        const tidy: unknown = await arrange(window);
        const there = isEarly === true ? window.used.server : before;
        // names can be left out, which is asked
        const isAsked = says.source.startsWith(`^${OF_NAMES}`);
        const early = isAsked ? [{ to: OF_NAMES, with: undefined }] : [];
        const { messages, questions } = await window.run(deploySite, which, ...(isEarly === true ? early : [preview]));
        if (typeof tidy === "function") tidy();
        assert.match((isAsked ? questions : messages)[0]?.message ?? "", says);
        assert.deepEqual(window.used.server, { ...there, ...leads });
        assert.deepEqual(leftovers(window), []);
      });

    // the editions differ in their answers alone
    const tried = edition === "baota" ? steps : steps.filter((_step, index) => index % 3 === 0);
    for (const [how, fault] of Object.entries(faults))
      for (const step of tried)
        it(`is told, and a second run completes it: a panel that ${how} at ${step}`, async () => {
          const before = window.used.server;
          const after = sorted({ ...before, ...NEW });
          window.used.fault = fault(step);
          const isShown = how === "restarts" || (how === "refuses" && step === "scheduledTask.remove");
          const { messages } = await window.run(deploySite, which, ...(isShown ? [preview] : []));
          window.used.fault = () => undefined;
          const told = messages.map(({ message }) => message);
          const isDeployed = told.some((message) => DEPLOYED.test(message));
          if (isShown) assert.ok(isDeployed, told.join("\n"));
          // each task that is left is named
          for (const task of window.used.tasks()) assert.ok(told.join("\n").includes(task), task);
          assert.deepEqual(window.used.server, isDeployed ? after : before);

          const { unfinished } = await readState(window.used.files, await window.place());
          await window.run(deploySite, which, ...(unfinished ? [back] : []), ...(isDeployed ? [] : [preview]));
          assert.deepEqual(window.used.server, after);
        });
  });

/** What is on the server, but neither the website's nor what belongs to a deployment that can be rolled back. */
function leftovers(window: DeployWindow): readonly string[] {
  const ours = Object.entries(window.used.below(OURS));
  const kept = ours.flatMap(([path, text]) => (path.includes("/history-") ? text.trim().split(" ") : []));
  return ours
    .map(([path]) => path)
    .filter((path) => path.split("/").length > 2 && !kept.some((id) => path.split("/")[1] === id));
}
