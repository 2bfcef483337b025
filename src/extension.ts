import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import { journalDirectory } from "./actions/journalDirectory.ts";
import type { AgentToolName } from "./agents/agentTools.ts";
import type { CommandId } from "./manifest/commands.ts";
import { FOLLOWED_LOGS, SCRIPT_SCHEME, SITE_FORM_VIEW, TASK_TYPE } from "./manifest/manifest.ts";
import type { Product } from "./product.ts";
import { FILES_SCHEME } from "./serverFiles/filePlace.ts";
import { LazyFileSystem } from "./serverFiles/window/lazyFileSystem.ts";
import { ActivityView } from "./activity/window/activityView.ts";
import { OptionalParts } from "./platform/optionalParts.ts";
import type { KeptPrograms } from "./mcp/connect/agentPrograms.ts";
import type { AgentDoor } from "./mcp/window/agentDoor.ts";
import { agentsDirectory, isPrivateDirectory } from "./mcp/wire/agentsDirectory.ts";
import { PanelsView } from "./views/panelsView.ts";
import { Lazy } from "./product/lazy.ts";

/** Access for tests; `activate` returns it only when VS Code runs a test suite. */
export interface TestApi {
  readonly product: () => Promise<Product>;
  readonly view: vscode.TreeView<string>;
}

/** The product of this window, and its door for agents of other programs. */
let started: Lazy<Product> | undefined;
let openedDoor: Lazy<AgentDoor> | undefined;

/** Registers what the manifest declares; everything else is loaded and started when it is first used. */
export function activate(context: vscode.ExtensionContext): TestApi | undefined {
  const optionalParts = new OptionalParts(context);
  const windowProduct: Lazy<Product> = new Lazy(async () => {
    // modules make texts while they load, so the language is set before any of these is loaded
    const { useWindowLanguage } = await import("./platform/useWindowLanguage.ts");
    useWindowLanguage();
    const { startProduct } = await import("./product.ts");
    return startProduct(context, {
      view,
      activityView,
      lacking: optionalParts.lines,
      agentDoor: async () => door.get(),
      agentPrograms: async () => programs.get(),
    });
  });
  started = windowProduct;
  const door: Lazy<AgentDoor> = new Lazy(async () =>
    (await import("./mcp/window/windowDoor.ts")).createWindowDoor(context, product),
  );
  openedDoor = door;
  const programs: Lazy<KeptPrograms> = new Lazy(async () =>
    (await import("./mcp/connect/agentPrograms.ts")).createAgentPrograms(context, await door.get()),
  );
  const product = async () => windowProduct.get();
  const view = new PanelsView(product);
  const activityView = new ActivityView(product);
  const files = new LazyFileSystem(async () => (await product()).serverFiles());
  const run = async (id: CommandId, args: readonly unknown[]) => {
    try {
      await (await product()).run(id, args);
    } catch (error) {
      view.changed(undefined);
      // the command is over
      void tellFailedStart(error, async () => run(id, args));
    }
  };
  const { contributes } = context.extension.packageJSON as {
    readonly contributes: {
      readonly commands: readonly { readonly command: CommandId }[];
      readonly languageModelTools: readonly { readonly name: AgentToolName }[];
    };
  };
  context.subscriptions.push(
    view,
    activityView,
    files,
    vscode.workspace.registerTextDocumentContentProvider(SCRIPT_SCHEME, {
      provideTextDocumentContent: async () => (await product()).exchangeScript(),
    }),
    vscode.workspace.registerFileSystemProvider(FILES_SCHEME, files, { isCaseSensitive: true }),
    ...contributes.commands.map(({ command }) =>
      // the arguments are VS Code's: the node of the tree, then all selected nodes
      vscode.commands.registerCommand(command, async (...args: unknown[]) => run(command, args)),
    ),
    optionalParts.register("agentTools", (api) =>
      contributes.languageModelTools.map(({ name }) => api.lm.registerTool(name, agentTool(name, product, api))),
    ),
    vscode.tasks.registerTaskProvider(TASK_TYPE, {
      // a window that has not started the product has loaded nothing
      provideTasks: async () => (await (await windowProduct.ifNeeded())?.tasks())?.provide() ?? [],
      resolveTask: async (task) => (await (await product()).tasks()).resolve(task),
    }),
    vscode.window.registerWebviewPanelSerializer(SITE_FORM_VIEW, {
      // if the product cannot start, VS Code shows the form as broken and keeps its state for the next time
      deserializeWebviewPanel: async (panel, state: unknown) => (await product()).restoreSiteForm(panel, state),
    }),
  );
  followDoor(context, door, programs);
  void startUnasked(context, product).catch(() => undefined);
  return context.extensionMode === vscode.ExtensionMode.Test ? { product, view: view.view } : undefined;
}

/**
 * Opens the window's door for agents of other programs once a person has connected one on this computer, maybe in another window:
 * before that nothing of it is loaded.
 */
function followDoor(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  door: Lazy<AgentDoor>,
  programs: Lazy<KeptPrograms>,
): void {
  const look = async (): Promise<void> => {
    if (door.made === undefined && !isPrivateDirectory(agentsDirectory(globalStorageUri.fsPath))) return;
    await (await door.get()).update();
    await (await programs.get()).update();
  };
  // the next look tries again
  const lookAgain = () => void look().catch(() => undefined);
  lookAgain();
  subscriptions.push(vscode.window.onDidChangeWindowState(lookAgain));
}

/** A tool for agents as VS Code knows it. */
function agentTool(
  name: AgentToolName,
  product: () => Promise<Product>,
  api: typeof vscode,
): vscode.LanguageModelTool<unknown> {
  return {
    invoke: async ({ input }, token) =>
      withSignal(token, async (signal) => {
        const text = await (await product()).invokeTool(name, input, { signal, agent: {}, tell: () => undefined });
        return new api.LanguageModelToolResult([new api.LanguageModelTextPart(text)]);
      }),
  };
}

/** Runs a task with a signal that aborts with a token of VS Code's. */
async function withSignal<T>(token: vscode.CancellationToken, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const canceled = new AbortController();
  const listener = token.onCancellationRequested(() => canceled.abort());
  try {
    return await task(canceled.signal);
  } finally {
    listener.dispose();
  }
}

/**
 * Starts the product before any view or command needs it, if logs were followed before a reload, `npm start` opens
 * the demo panels, or a window left a change unfinished.
 */
async function startUnasked(
  { globalStorageUri, workspaceState }: vscode.ExtensionContext,
  product: () => Promise<unknown>,
): Promise<void> {
  const isWanted =
    workspaceState.get(FOLLOWED_LOGS) !== undefined ||
    process.env["SERVER_PANEL_DEMO"] === "1" ||
    (await readdir(journalDirectory(globalStorageUri.fsPath)).catch(() => [])).length > 0;
  if (isWanted) await product();
}

/** VS Code waits for the promise, so sockets and demo panels are ended before the window is gone. */
export async function deactivate(): Promise<void> {
  // its calls act by the product
  await (await openedDoor?.ifNeeded())?.dispose();
  const product = await started?.ifNeeded();
  await product?.dispose();
}

/** Says why the product did not start, with a button, without which VS Code would cut the reason. */
async function tellFailedStart(error: unknown, again: () => Promise<void>): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const button = vscode.l10n.t("Try Again");
  const message = vscode.l10n.t("Server Panel could not start ({0}).", reason);
  if ((await vscode.window.showErrorMessage(message, button)) === button) await again();
}
