import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { projectDir } from "../../scripts/paths.ts";
import type { Conversation } from "../fakes/scriptedDialogs.ts";
import { note } from "./claims.ts";
import { DeployedSite, type Tree } from "./deployed/deployedSite.ts";
import { laravelLike } from "./deployed/laravelLike.ts";
import { commonPace, isDemo, type LivePanel } from "./livePanels.ts";
import { LiveWindow } from "./liveWindow.ts";
import { onAllPanels, soon } from "./onEachPanel.ts";
import { SeveralWindow } from "./severalWindow.ts";

const ROLES = ["web-1", "web-2"] as const;
type Role = (typeof ROLES)[number];

/** What each server has in its own file. */
const ENVIRONMENT = "APP_NAME=ROLE\nDB_DATABASE=shop.txt\n";

const BROKEN: Tree = { "database/migrations/9_broken.php": '<?php throw new RuntimeException("no such column");\n' };

/** A deployment as a document states it. */
type Stated = Readonly<Record<string, unknown>> & { readonly name: string };

/** The deployments of the examples in docs/deploying.md, in their order. */
async function examples(): Promise<readonly Stated[]> {
  const text = await readFile(join(projectDir, "docs", "deploying.md"), "utf8");
  return [...text.matchAll(/```json\n("serverPanel\.deployments": [^`]*)```/g)].flatMap(([, json]) => {
    const { "serverPanel.deployments": deployments } = JSON.parse(`{${json}}`) as Record<string, Stated[]>;
    return deployments ?? [];
  });
}

onAllPanels("What the document about deploying says, done on", (panels) => {
  // a demo panel runs nobody's code
  if (isDemo("baota") && isDemo("aapanel")) return;
  let own: SeveralWindow<Role>;
  let pace: ReturnType<typeof commonPace>;

  const panelOf = (role: Role): LivePanel =>
    panels[ROLES.indexOf(role) % panels.length] ?? assert.fail("there is a panel");

  before(async function () {
    this.timeout(120_000);
    pace = commonPace(panels);
    own = new SeveralWindow<Role>(await LiveWindow.open(pace), "00");
    const known = new Map<LivePanel, Awaited<ReturnType<LiveWindow["add"]>>>();
    for (const role of ROLES) {
      const panel = panelOf(role);
      const target = known.get(panel) ?? (await own.window.add(panel));
      known.set(panel, target);
      own.targets.set(role, target);
    }
  });
  after(async () => {
    await own.window.dispose();
    pace.end();
  });

  const texts = ({ messages }: Conversation) => messages.map(({ message }) => message).join("\n");

  /** A project in its folder, two websites for it, and the setting of the document. @param word of their names */
  async function begin(word: string, stated: Stated) {
    const sites = new Map<Role, DeployedSite>();
    for (const role of ROLES) {
      const panel = panelOf(role);
      const target = own.targets.get(role) ?? assert.fail(role);
      const [php = "00"] = await panel.server.phpVersions();
      const live = { panel, window: own.window, target };
      const site = await DeployedSite.create(live, `${word}${role.replace("-", "")}`, undefined, php);
      // the end of the run removes what deployments keep there
      await site.place(await site.on(target));
      sites.set(role, site);
    }
    const siteOf = (role: Role) => sites.get(role) ?? assert.fail(role);
    const project = siteOf("web-1").folder;
    own.workspace.opened.splice(0, 1, { name: "shop", path: project });
    const { website: _website, check: _noNameIsResolved, ...fields } = stated;
    const targets = ROLES.map((role) => ({ role, website: siteOf(role).name }));
    own.workspace.settings.set(project, [{ ...fields, targets }]);
    const choosing = ROLES.map((role) => ({
      to: `The panel for “${role}” of “${stated.name}”`,
      with: panelOf(role).name,
    }));
    const choose = { to: "Which deployment?", with: stated.name };
    const run = { to: "Run these commands on 2 servers?", with: true };
    const goOn = { to: `Deploy “${stated.name}” to 2 servers`, with: " > Deploy to All" };
    return {
      choose,
      choosing,
      /** Once the panels and the commands were agreed to, only the list is left to answer. */
      deploy: async () => own.deploy(choose, goOn),
      // a question has no room for the steps of two roots: they are shown in an editor first
      deployFirst: async () => own.deploy(choose, ...choosing, goOn, run, run),
      source: async (version: number, more?: Tree) => siteOf("web-1").source(laravelLike(version, more)),
      async put(file: string, text: string) {
        for (const role of ROLES)
          await panelOf(role).server.put(`${siteOf(role).root}/${file}`, Buffer.from(text.replace("ROLE", role)));
      },
      /** What a project of Laravel has in it, of the user of the website. */
      async makeStorage() {
        for (const role of ROLES) {
          const { server } = panelOf(role);
          const { root } = siteOf(role);
          const directories = ["storage", ...["app", "framework", "logs"].map((name) => `storage/${name}`)];
          for (const directory of directories) {
            await server.put(`${root}/${directory}/.gitignore`, Buffer.from("*\n"));
            await server.give(`${root}/${directory}`, "www");
          }
        }
      },
      async setRunPath(runPath: string) {
        for (const role of ROLES) {
          const to = await siteOf(role).on(own.targets.get(role) ?? assert.fail(role));
          const { id = 0 } = to.row as { readonly id?: number };
          await to.panel.callFor(new AbortController().signal)("site.setRunPath", { id, runPath });
        }
      },
      /** Adds what was told to the table, and fails unless visitors of both get this, but for the name of each. */
      async claim(what: string, ended: Conversation, so: string) {
        const pages = async () =>
          Promise.all(ROLES.map(async (role) => panelOf(role).server.page({ name: siteOf(role).name, port: 80 }, "/")));
        const wanted = ROLES.map((role) => ({ status: 200, text: `${role} ${so}` }));
        // right after the panel has changed the run path, the old workers still answer
        await soon(async () => isDeepStrictEqual(await pages(), wanted), 5);
        note({ operation: what, panel: panels.map(({ name }) => name).join(", "), claimed: texts(ended), so });
        assert.deepEqual(await pages(), wanted, texts(ended));
      },
    };
  }

  const laravel = async (given: string | undefined) =>
    (await examples()).find(({ name, mode }) => name === "laravel" && mode === given) ?? assert.fail("it has one");

  it("with the files in their places, for a project that is laid out like one of Laravel", async function () {
    this.timeout(400_000);
    const trial = await begin("exchange", await laravel(undefined));
    await trial.put(".env", ENVIRONMENT);
    await trial.makeStorage();
    await trial.source(1);
    const first = await trial.deployFirst();
    assert.match(texts(first), /^“laravel” is on all 2 servers\./, own.written);
    await trial.setRunPath("/public");
    await trial.claim("as documented: the first, and public as run path", first, "version 1 with orders, more 1");
    await trial.source(2);
    const second = await trial.deploy();
    await trial.claim("as documented: the second", second, "version 2 with orders, more 1, more 2");
    await trial.source(3, BROKEN);
    const broken = await trial.deploy();
    assert.match(texts(broken), /“Database” failed \(exit code 255\)/);
    await trial.claim("as documented: a broken migration", broken, "version 2 with orders, more 1, more 2");
  });

  it("as releases, for a project that is laid out like one of Laravel", async function () {
    this.timeout(400_000);
    const trial = await begin("releases", await laravel("releases"));
    await trial.source(1);
    const lacking = await own.deploy(trial.choose, ...trial.choosing);
    assert.match(texts(lacking), /^Nothing was deployed to any server\. .*\.env is to be shared/);
    await trial.put(".env", ENVIRONMENT);
    trial.choosing.splice(0);
    const first = await trial.deployFirst();
    assert.match(texts(first), /^“laravel” is on all 2 servers\./, own.written);
    await trial.claim("as documented: the first release", first, "version 1 with orders, more 1");
    await trial.source(2);
    const second = await trial.deploy();
    await trial.claim("as documented: the second release", second, "version 2 with orders, more 1, more 2");
    await trial.source(3, BROKEN);
    const broken = await trial.deploy();
    assert.match(texts(broken), /“Database” failed \(exit code 255\)/);
    await trial.claim(
      "as documented: a release with a broken migration",
      broken,
      "version 2 with orders, more 1, more 2",
    );
  });
});
