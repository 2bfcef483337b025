import { posix } from "node:path";
import * as vscode from "vscode";
import { uriOf } from "../../src/platform/fileUri.ts";
import { testFileSystem, type EditedServer } from "../host/serverFiles/fileSystemSuite.ts";
import { features, removePanels } from "../host/helpers/extension.ts";
import { addLivePanel, TIMEOUT_MS } from "./addLivePanel.ts";
import { isDemo, liveEditions, type LivePanel } from "../live/livePanels.ts";

// the host tier does it on demo panels
for (const edition of liveEditions().filter((each) => !isDemo(each)))
  describe(`In VS Code, the file system of ${edition}`, function () {
    this.timeout(TIMEOUT_MS);
    let panel: LivePanel;
    let panelId: string;
    let tests = 0;

    const root = () => `/www/wwwroot/${panel.prefix}-files/${tests}`;
    const pathOf = (path: string) => (path.startsWith("/") ? path : posix.join(root(), path).replace(/\/$/, ""));
    const server: EditedServer = {
      uri: (path) => uriOf({ panelId, path: pathOf(path) }),
      relative: (uri) => posix.relative(root(), uri.path),
      protect: async (guardLevel) => void (await (await features()).services.store.update(panelId, { guardLevel })),
      put: async (path, content, { mode } = { mode: 0o644 }) =>
        panel.server.put(pathOf(path), Buffer.from(content), mode),
      link: async (path, to) => panel.server.link(pathOf(path), to),
      has: async (path) => panel.server.has(pathOf(path)),
      text: async (path) => (await panel.server.read(pathOf(path))).toString(),
      configuration: () => `/www/server/panel/vhost/nginx/${panel.prefix}.conf`,
      owned: async (path) => panel.server.access(pathOf(path)),
    };

    before(async () => {
      ({ panel, id: panelId } = await addLivePanel(edition));
    });

    // another directory is an empty one
    beforeEach(async () => {
      tests += 1;
      await server.put(".keep", "");
      await server.protect("trusted");
    });

    afterEach(async () => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

    after(async () => {
      await removePanels();
      await panel.close();
    });

    testFileSystem(server);
  });
