import assert from "node:assert/strict";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { ResourceKind } from "../../../../src/resources/resources.ts";
import { groupNodeId, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { operations, type OperationId } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { FilesFixture } from "../filesFixture.ts";

/** A window whose only panel is a demo of BaoTa, with the rows of its server's files. */
export class RowsOfFiles {
  readonly window: CommandFixture;
  readonly server: FilesFixture;
  readonly panel: PanelRecord;

  private constructor(window: CommandFixture, server: FilesFixture, panel: PanelRecord) {
    this.window = window;
    this.server = server;
    this.panel = panel;
  }

  static async open(): Promise<RowsOfFiles> {
    const server = await FilesFixture.start("baota");
    const window = await CommandFixture.open();
    const call = server.callFor(new AbortController().signal) as (id: OperationId, params: unknown) => Promise<never>;
    window.handlers = Object.fromEntries(
      Object.keys(operations).map((id) => [id, async (params: unknown) => call(id as OperationId, params)]),
    );
    Object.assign(window.services, {
      peekFile: async ({ path }: { readonly path: string }) => server.files.read(path),
    });
    const panel = await window.add();
    await window.services.tree.children(undefined);
    await window.services.tree.children(panelNodeId(panel.id));
    return new RowsOfFiles(window, server, panel);
  }

  /** The row of a file in an opened directory. */
  async file(path: string): Promise<string> {
    const { tree } = this.window.services;
    const directory = path.slice(0, path.lastIndexOf("/"));
    const root = tree.openFiles(panelNodeId(this.panel.id), directory) ?? assert.fail("no row");
    await tree.reload(root, "user");
    const rows = await tree.children(root);
    return rows.find((id) => id.endsWith(path.slice(directory.length))) ?? assert.fail(`${path} has no row`);
  }

  /** The row of a resource. */
  async item(kind: ResourceKind, label: string): Promise<string> {
    const { tree } = this.window.services;
    await tree.children(groupNodeId(this.panel.id, kind));
    const items = await tree.items(this.panel.id, kind);
    return items.find((item) => item.label === label)?.id ?? assert.fail(`${label} has no row`);
  }

  async close(): Promise<void> {
    await this.window.dispose();
    await this.server.stop();
  }
}
