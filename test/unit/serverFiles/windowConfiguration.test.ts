import assert from "node:assert/strict";
import { configuresWindow } from "../../../src/serverFiles/windowConfiguration.ts";

const at = (path: string, authority = "p1", scheme = "serverpanel") => ({ scheme, authority, path });
const folders = (...paths: readonly string[]) => ({
  workspaceFile: undefined,
  workspaceFolders: paths.map((path) => ({ uri: at(path) })),
});
const file = (path: string) => ({ panelId: "p1", path });

describe("what configures a window", () => {
  const settings = file("/www/shop/.vscode/settings.json");

  it("is all below the .vscode of a server's folder that is the workspace, however its path is written", () => {
    for (const folder of ["/www/shop", "/www/shop/", "/www//shop", "/www/./shop", "/www/blog/../shop", "/../www/shop"])
      for (const path of ["/www/shop/.vscode", settings.path, "/www/shop/.vscode/a/b"])
        assert.ok(configuresWindow(file(path), folders("/www/blog", folder)), `${path} in ${folder}`);
    assert.ok(configuresWindow(file("/.vscode/tasks.json"), folders("/")));
  });

  it("is a workspace file on a server", () => {
    const workspace = { workspaceFile: at("/www/../www/a.code-workspace"), workspaceFolders: undefined };
    assert.ok(configuresWindow(file("/www/a.code-workspace"), workspace));
    assert.ok(!configuresWindow(file("/www/b.code-workspace"), workspace));
  });

  it("is no file beside it, of another folder, server or file system, or in a window without a folder", () => {
    for (const path of ["/www/shop/index.html", "/www/shop/.vscodes/a", "/www/shop/a/.vscode/a", "/www/.vscode/a"])
      assert.ok(!configuresWindow(file(path), folders("/www/shop")), path);
    for (const uri of [at("/www/shop", "p2"), at("/www/shop", "p1", "file")])
      assert.ok(!configuresWindow(settings, { workspaceFile: uri, workspaceFolders: [{ uri }] }), uri.authority);
    assert.ok(!configuresWindow(settings, { workspaceFile: undefined, workspaceFolders: undefined }));
  });
});
