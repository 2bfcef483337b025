import assert from "node:assert/strict";
import { posix } from "node:path";
import * as vscode from "vscode";
import { panelNodeId } from "../../../src/tree/treeNodes.ts";
import { uriOf } from "../../../src/platform/fileUri.ts";
import { makeDirectory, remove, type ServerFile } from "../../../src/demoPanel/serverFiles.ts";
import type { GuardLevel } from "../../../src/panels/guardLevel.ts";
import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import { type AddedPanel, useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";

const ROOT = "/www/wwwroot/edit.example.com";
const OWNER = { uid: 1001, gid: 1001, mode: 0o644 };

/** A directory of a demo panel's server, empty in each test of the enclosing `describe`, and the way to it in editors. */
export function useServerFiles(given: { readonly edition?: KnownEdition; readonly guardLevel?: GuardLevel } = {}) {
  const { edition = "baota", guardLevel = "trusted" } = given;
  useQuickClock();
  const [added] = useAddedPanels({ name: "Shop", edition });
  const server = serverOf(added);
  beforeEach(async () => {
    makeDirectory(server.files(), ROOT, 1);
    server.files().set(ROOT, { ...OWNER, mode: 0o755, mtime: 1 });
    await server.protect(guardLevel);
  });
  afterEach(async () => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  return server;
}

function serverOf(added: AddedPanel) {
  const files = () => added.panel.state.files;
  const pathOf = (path: string) => (path.startsWith("/") ? path : posix.join(ROOT, path).replace(/\/$/, ""));
  const fileAt = (path: string) => files().get(pathOf(path));
  return {
    added,
    files,
    root: ROOT,
    pathOf,
    /** The address of a path below the directory, or of an absolute one. */
    uri: (path: string) => uriOf({ panelId: added.id, path: pathOf(path) }),
    /** The id of a row of the tree that is for a path. */
    async row(path: string): Promise<string> {
      const { tree } = (await features()).services;
      await tree.children(undefined);
      return tree.openFiles(panelNodeId(added.id), pathOf(path)) ?? assert.fail("no row");
    },
    relative: (uri: vscode.Uri) => posix.relative(ROOT, uri.path),
    provider: async () => (await features()).serverFiles(),
    protect: async (guardLevel: GuardLevel) =>
      void (await (await features()).services.store.update(added.id, { guardLevel })),
    put(path: string, content: string | Buffer, more: Partial<ServerFile> = {}) {
      makeDirectory(files(), posix.dirname(pathOf(path)), 1);
      const mtime = Math.floor(Date.now() / 1000) - 60;
      files().set(pathOf(path), { ...OWNER, mtime, bytes: Buffer.from(content), ...more });
    },
    link(path: string, to: string) {
      files().set(pathOf(path), { ...OWNER, mtime: 1, linkTo: to });
    },
    take: (path: string) => remove(files(), pathOf(path)),
    has: (path: string) => files().has(pathOf(path)),
    text: (path: string) => fileAt(path)?.bytes?.toString(),
    configuration: () => "/www/server/panel/vhost/nginx/www.example.com.conf",
    owned(path: string) {
      const { uid, gid, mode } = fileAt(path) ?? assert.fail(path);
      return { uid, gid, mode };
    },
  };
}
