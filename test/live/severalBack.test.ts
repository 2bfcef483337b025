import assert from "node:assert/strict";
import { invokeTool } from "../../src/agents/window/invokeTool.ts";
import type { ToolAnswer } from "../agents/dialogue.ts";
import { scriptOf, type Conversation, type ScriptedAnswer } from "../fakes/scriptedDialogs.ts";
import { note } from "./claims.ts";
import { chatCall } from "../fakes/agents/chatCall.ts";
import { DeployedSite } from "./deployed/deployedSite.ts";
import { commonPace, type LivePanel } from "./livePanels.ts";
import { LiveWindow } from "./liveWindow.ts";
import { onAllPanels } from "./onEachPanel.ts";
import { SeveralWindow } from "./severalWindow.ts";

const ROLES = ["web-1", "web-2"] as const;
type Role = (typeof ROLES)[number];

const LIMITS = { warningDays: 14, urgentDays: 4, diskPercent: 90 };

for (const mode of ["files", "releases"] as const)
  onAllPanels(`An agent's roll back of ${mode} on several servers`, (panels) => {
    const sites = new Map<Role, DeployedSite>();
    let own: SeveralWindow<Role>;
    let pace: ReturnType<typeof commonPace>;

    const panelOf = (role: Role): LivePanel => panels[ROLES.indexOf(role) % panels.length] ?? assert.fail();
    const siteFor = (role: Role): DeployedSite => sites.get(role) ?? assert.fail(role);

    before(async function () {
      this.timeout(600_000);
      pace = commonPace(panels);
      own = new SeveralWindow<Role>(await LiveWindow.open(pace), "00");
      for (const role of ROLES) {
        const panel = panelOf(role);
        const known = ROLES.find((other) => own.targets.has(other) && panelOf(other) === panel);
        const target = (known && own.targets.get(known)) ?? (await own.window.add(panel));
        own.targets.set(role, target);
        const site = await DeployedSite.create({ panel, window: own.window, target }, `${mode}${role.slice(-1)}`);
        await site.addForeign({ "index.html": "its own" });
        sites.set(role, site);
      }
    });
    after(async () => {
      await own.window.dispose();
      pace.end();
    });

    const goOn = { to: "Deploy “shop” to 2 servers", with: " > Deploy to All" } as const;
    const choosing = ROLES.map((role) => ({ to: `The panel for “${role}” of “shop”`, role }));

    /** Deploys a page to both as a person. */
    async function deploy(page: string, isFirst = false): Promise<void> {
      const site = siteFor("web-1");
      await site.source({ "index.html": page });
      own.workspace.opened.splice(0, 1, { name: "project", path: site.workspace });
      const targets = ROLES.map((role) => ({ role, website: siteFor(role).name }));
      const stated = { name: "shop", source: "dist", targets, ...(mode === "releases" && { mode }) };
      own.workspace.settings.set(site.workspace, [stated]);
      const chosen = choosing.map(({ to, role }) => ({ to, with: panelOf(role).name }));
      const { messages } = await own.deploy(
        { to: "Which deployment?", with: "shop" },
        ...(isFirst ? chosen : []),
        goOn,
      );
      assert.match(messages[0]?.message ?? "", /^“shop” is on all 2 servers\./);
    }

    /** Has an agent roll back, and answers for the person. */
    async function rollBack(...answers: readonly ScriptedAnswer[]) {
      const script = scriptOf(answers, async (_title, task) => task(new AbortController().signal, () => undefined));
      let defect: string | undefined;
      const services = {
        ...own.services,
        log: { ...own.services.log, error: (line: string) => void (defect = line) },
        dialogs: script.dialogs,
        limits: () => LIMITS,
        agentAccess: () => "all" as const,
      };
      const text = await invokeTool(services, "roll_back_panel_deployment", { deployment: "shop" }, chatCall());
      const said = await script.finish();
      assert.equal(defect, undefined);
      return { answer: JSON.parse(text) as ToolAnswer, said };
    }

    const page = async (role: Role) => {
      const { server } = panelOf(role);
      const site = siteFor(role);
      const configuration = await server.read(`/www/server/panel/vhost/nginx/${site.name}.conf`);
      const root = /^\s*root\s+([^;\s]+)\s*;/m.exec(configuration.toString())?.[1] ?? assert.fail();
      assert.ok(await server.isServed({ name: site.name, port: 80, root }), root);
      return (await server.read(`${root}/index.html`)).toString();
    };
    const pages = async () => Promise.all(ROLES.map(page));

    function claim(what: string, { answer, said }: { readonly answer: ToolAnswer; readonly said: Conversation }) {
      const panel = panels.map(({ name }) => name).join(", ");
      note({
        operation: `an agent's roll back of ${mode}, ${what}`,
        panel,
        claimed: `${answer.happened ?? ""} ${answer.outcome ?? ""}`,
        so: said.questions.at(-1)?.message ?? "nobody was asked",
      });
    }

    it("shows each in one question, and goes back on each", async function () {
      this.timeout(600_000);
      await deploy("one", true);
      await deploy("two");
      const question = { to: "Roll back “shop” on web-1, web-2?", with: true } as const;
      const declined = await rollBack({ ...question, with: false });
      assert.equal(declined.answer.outcome, "declined");
      assert.deepEqual(await pages(), ["two", "two"]);
      const back = await rollBack(question);
      const detail = back.said.questions.at(-1)?.detail ?? "";
      for (const role of ROLES)
        assert.ok(
          detail.includes(`• ${role}: “${siteFor(role).name}” on “${panelOf(role).name}” · “shop” of `),
          detail,
        );
      assert.equal(back.answer.happened, "yes", JSON.stringify(back.answer));
      assert.deepEqual(await pages(), ["one", "one"]);
      claim("of the second", back);
      const first = await rollBack(question);
      assert.equal(first.answer.happened, "yes", JSON.stringify(first.answer));
      assert.deepEqual(await pages(), ["its own", "its own"]);
      claim("of the first", first);
      const nothing = await rollBack();
      assert.match(String(nothing.answer.data?.message), /^Nothing was deployed to all servers of “shop”/);
      for (const role of ROLES) await siteFor(role).assertNothingLeft(`rolled back, ${role}`);
    });
  });
