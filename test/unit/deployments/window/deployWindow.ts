import type { Handler, Services } from "../../../../src/commands/context/services.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { KnownEdition } from "../../../../src/wire/answers/operation.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import type { Conversation, ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";

export const SITE = "deployed.example.com";

/** A window with a source folder and a panel whose website takes deployments. */
export class DeployWindow {
  readonly used: DeployFixture;
  readonly commands: CommandFixture;
  readonly services: Services;
  readonly panel: PanelRecord;

  private constructor(used: DeployFixture, commands: CommandFixture, panel: PanelRecord) {
    this.used = used;
    this.commands = commands;
    this.panel = panel;
    const { services } = commands;
    this.services = {
      ...services,
      clock: used.clock,
      storageRoot: used.workspace,
      connections: { of: (record) => ({ ...services.connections.of(record), callFor: used.callFor }) },
    };
  }

  static async open(edition: KnownEdition = "baota"): Promise<DeployWindow> {
    const used = await DeployFixture.start(edition);
    const [site] = used.panel.state.sites;
    if (site === undefined) throw new Error("no site");
    used.panel.state.sites.splice(0, 1, { ...site, name: SITE, domains: [SITE], path: ROOT });
    const commands = await CommandFixture.open();
    const panel = await commands.add();
    commands.editions.set(panel.id, edition);
    commands.workspace.opened.push({ name: "project", path: used.workspace });
    return new DeployWindow(used, commands, panel);
  }

  /** Replaces the setting of the workspace folder; without fields, the entry is a deployment of `dist` to the website. */
  state(...entries: readonly object[]): void {
    const entry = { name: "site", website: SITE, source: "dist" };
    this.commands.workspace.settings.set(
      this.used.workspace,
      entries.map((fields) => ({ ...entry, ...fields })),
    );
  }

  /** Runs a command of the palette. */
  async run(handler: Handler, ...answers: readonly ScriptedAnswer[]): Promise<Conversation> {
    return this.commands.answering(answers, async () =>
      handler({ ...this.services, dialogs: this.commands.services.dialogs }, []),
    );
  }

  async dispose(): Promise<void> {
    await this.commands.dispose();
    await this.used.stop();
  }
}
