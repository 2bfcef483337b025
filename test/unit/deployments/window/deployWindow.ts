import type { Place } from "../../../../src/deployments/place.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { KnownEdition } from "../../../../src/wire/answers/operation.ts";
import { operations, type OperationId, type ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import type { Conversation, ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import type { DemoPanelOptions } from "../../../demoPanel/startDemoPanel.ts";
import type { Services } from "../../../../src/services.ts";
import type { Handler } from "../../../../src/commands/context/handler.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";

export const SITE = "deployed.example.com";

/** A deployment of `dist` to the website. */
export const STATED = { name: "site", website: SITE, source: "dist" } as const;

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
    this.services = { ...commands.services, clock: used.clock, storageRoot: used.workspace };
    const call = used.callFor(new AbortController().signal);
    const ids = Object.keys(operations) as OperationId[];
    const forward = (id: OperationId) => [id, async (params: ParamsOf<OperationId>) => call(id, params)] as const;
    commands.handlers = Object.fromEntries(ids.map(forward));
    commands.hasOwnProcesses = true;
  }

  /** @param path the PATH on which the server finds programs */
  static async open(
    edition: KnownEdition = "baota",
    path?: string,
    more: Pick<DemoPanelOptions, "runsCommands" | "tools"> = {},
  ): Promise<DeployWindow> {
    const used = await DeployFixture.start(edition, path, more);
    const [site] = used.panel.state.sites;
    if (site === undefined) throw new Error("no site");
    used.panel.state.sites.splice(0, 1, { ...site, name: SITE, domains: [SITE], path: ROOT });
    const commands = await CommandFixture.open();
    const panel = await commands.add();
    commands.editions.set(panel.id, edition);
    commands.workspace.opened.push({ name: "project", path: used.workspace });
    return new DeployWindow(used, commands, panel);
  }

  /** Replaces the setting of the workspace folder. */
  state(...entries: readonly unknown[]): void {
    this.commands.workspace.settings.set(this.used.workspace, entries);
  }

  /** Where the website's deployments are on the server. */
  async place(): Promise<Place> {
    const [site] = this.used.panel.state.sites;
    return this.used.place("", [String(site?.id), SITE]);
  }

  /** Runs a command of the palette. */
  async run(handler: Handler<Services>, ...answers: readonly ScriptedAnswer[]): Promise<Conversation> {
    return this.commands.answering(answers, async () =>
      handler({ ...this.services, dialogs: this.commands.services.dialogs }, []),
    );
  }

  async dispose(): Promise<void> {
    await this.commands.dispose();
    await this.used.stop();
  }
}
