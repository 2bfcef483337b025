import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator } from "../../../scripts/vscode/playwright.ts";
import type { DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { eventually } from "../../eventually.ts";
import { askAboutCursor } from "../connectCursor.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The parts of a scene in one language. */
export interface Scene {
  readonly window: Workbench;
  /** The folder that is open in the window. */
  readonly workspace: string;
  readonly panels: Readonly<Record<"shop" | "blog", DemoPanel>>;
  readonly names: Readonly<Record<"shop" | "blog", string>>;
  /** Returns the text of a key or an English sentence, with values in its placeholders. */
  readonly textOf: (key: string, ...values: readonly string[]) => string;
  /** Takes a picture of the window, or of a part of it. */
  readonly take: (name: string, clip?: Box) => Promise<void>;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The scenes, played one after another in one window. */
export const scenes: readonly ((scene: Scene) => Promise<void>)[] = [
  addPanels,
  goToResource,
  confirmation,
  deployPreview,
  connectAgent,
  websiteForm,
  overview,
];

async function addPanels({ window, panels, names, textOf }: Scene): Promise<void> {
  await window.openView();
  await widenSideBar(window);
  panels.blog.state.javaProjects.splice(0);
  panels.blog.state.containers.splice(2);
  const { quickInput } = window;
  for (const which of ["blog", "shop"] as const) {
    await command(window, textOf, "command.panel.add");
    await quickInput.waitFor(textOf("Panel Address"));
    await quickInput.type(panels[which].address);
    await quickInput.waitFor(textOf("Panel Name"));
    await quickInput.type(names[which]);
    await quickInput.waitFor(textOf("API Key"));
    await quickInput.type(panels[which].key);
    await quickInput.waitFor(textOf("“{0}” Was Added", names[which]));
    await quickInput.type("");
    await window.row(textOf("Containers")).waitFor();
    await window.row(names[which]).collapse();
  }
}

async function goToResource({ window, textOf, take }: Scene): Promise<void> {
  await command(window, textOf, "command.resource.goTo");
  await window.quickInput.fill("order");
  await window.quickInput.row("order-service").waitFor();
  await eventually(
    () => window.quickInput.rows(),
    (rows) => rows.length > 1 && !rows.some((row) => row.includes("…")),
  );
  await window.quickInput.row("order-service").hover();
  await take("go-to-resource", await boxOf(window.page.locator(".quick-input-widget:visible")));
  await window.quickInput.cancel();
}

async function confirmation({ window, names, textOf, take }: Scene): Promise<void> {
  await window.row(names.shop).expand();
  await window.row(textOf("Projects")).expand();
  await window.row("billing").choose(textOf("command.javaProject.restart"));
  const box = window.page.locator(".monaco-dialog-box");
  await box.waitFor();
  await take("confirmation", await boxOf(box));
  await window.page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
}

const SITE = "www.example.com";

async function deployPreview({ window, workspace, panels, names, textOf, take }: Scene): Promise<void> {
  const files = {
    "index.html": 4_210,
    "assets/app.js": 148_300,
    "assets/style.css": 21_700,
    "assets/logo.svg": 3_900,
    "about/index.html": 2_840,
    ".env": 64,
  };
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(workspace, "dist", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x".repeat(bytes));
  }
  const { quickInput } = window;
  await window.row(textOf("Websites")).expand();
  await window.row(SITE).choose(textOf("command.site.deploy"));
  await quickInput.pick("dist");
  await quickInput.waitFor(textOf("A directory below the one on the server; empty for that itself"));
  await quickInput.type("");
  await quickInput.waitFor(textOf("Deploy “{0}” to “{1}” on “{2}”", "dist", SITE, names.shop));
  await quickInput.row("assets/app.js").waitFor();
  await take("deploy-preview", await boxOf(window.page.locator(".quick-input-widget:visible")));
  await quickInput.cancel();
  const isThere = panels.shop.state.files.has(`/www/wwwroot/${SITE}/assets/app.js`);
  if (isThere) fail("The preview has sent something");
  await window.row(textOf("Websites")).collapse();
}

async function websiteForm({ window, textOf, take }: Scene): Promise<void> {
  await window.row(textOf("Websites")).button(textOf("command.site.create"));
  await window.webview.locator("#php:enabled").waitFor();
  await window.webview.locator("#domain").fill("news.example.com");
  await take("website-form", await boxOf(window.page.locator(".part.editor")));
  await window.page.keyboard.press("Control+F4");
}

async function connectAgent({ window, textOf, take }: Scene): Promise<void> {
  const words = { command: `${textOf("category")}: ${textOf("command.agent.connect")}`, textOf };
  await askAboutCursor(window, words, async () => undefined);
  const box = window.page.locator(".monaco-dialog-box");
  await box.waitFor();
  await take("connect-agent", await boxOf(box));
  await window.page.keyboard.press("Escape");
  await box.waitFor({ state: "detached" });
}

async function overview({ window, names, textOf, take }: Scene): Promise<void> {
  await window.row("order-service").choose(textOf("command.javaProject.followLog"));
  await window.row(textOf("Containers")).expand();
  await window.row("web-proxy").waitFor();
  await eventually(
    () => window.panelText(),
    (text) => text.split("\n").length > 12,
  );
  await window.row(names.shop).click();
  await window.row(names.shop).expand();
  await take("overview");
}

/** A width at which a row has room for the figures of its panel. */
async function widenSideBar(window: Workbench): Promise<void> {
  const { mouse } = window.page;
  const { x, y, width } = await boxOf(window.sideBar);
  await mouse.move(x + width + 1, y + 200);
  await mouse.down();
  await mouse.move(x + width + 60, y + 200, { steps: 5 });
  await mouse.up();
}

async function command(window: Workbench, textOf: Scene["textOf"], key: string): Promise<void> {
  await window.command(`${textOf("category")}: ${textOf(key)}`);
}

async function boxOf(locator: Locator): Promise<Box> {
  return (await locator.boundingBox()) ?? fail("What is to be in the picture is not on the screen");
}

function fail(message: string): never {
  throw new Error(message);
}
