import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { siteFormHtml } from "../../../src/siteForm/window/siteFormHtml.ts";
import { SiteFormSession, type SiteFormHost } from "../../../src/siteForm/window/siteFormSession.ts";
import { launchBrowser } from "../../../scripts/vscode/browser.ts";
import { outDir, projectDir } from "../../../scripts/paths.ts";
import type { BrowserContext, Page } from "../../../scripts/vscode/playwright.ts";
import { FormControls } from "./formControls.ts";
import { themes } from "./themes.ts";
import { takesPictures } from "../pages/takesPictures.ts";
import { atEnd } from "../../atEnd.ts";
import { HANG_MS } from "../../eventually.ts";

/** What a form is opened with. */
export interface OpenForm {
  readonly host: SiteFormHost;
  readonly theme?: keyof typeof themes;
  /** As VS Code kept it from an earlier page. */
  readonly state?: unknown;
  /** As an agent has entered it. */
  readonly draft?: SiteDraft;
}

let shared: Promise<FormBrowser> | undefined;

atEnd(async () => (await shared)?.stop());

/** The form's real page in a browser, with VS Code played by this process: one browser for any number of pages. */
export class FormBrowser {
  readonly #context: BrowserContext;
  readonly #server: Server;
  readonly #profile: string;

  private constructor(context: BrowserContext, server: Server, profile: string) {
    this.#context = context;
    this.#server = server;
    this.#profile = profile;
  }

  /** One for all tests of the process. */
  static async shared(): Promise<FormBrowser> {
    shared ??= FormBrowser.#start();
    return shared;
  }

  static async #start(): Promise<FormBrowser> {
    const server = createServer((request, response) => {
      const page = pageFor(request.url ?? "/", `http://${request.headers.host}`);
      response.writeHead(page === undefined ? 404 : 200, { "content-type": page?.type ?? "text/plain" });
      response.end(page?.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const profile = mkdtempSync(join(tmpdir(), "form-"));
    const context = await launchBrowser(profile);
    context.setDefaultTimeout(HANG_MS);
    mkdirSync(join(outDir, "screenshots"), { recursive: true });
    return new FormBrowser(context, server, profile);
  }

  async open({ host, theme = "dark", state, draft }: OpenForm): Promise<FormPage> {
    const page = await this.#context.newPage();
    const form = new FormPage(page, host, draft);
    const { bodyClass, variables } = themes[theme];
    await page.exposeFunction("toHost", (message: unknown) => form.receive(message));
    await page.exposeFunction("keepState", (kept: unknown) => (form.state = kept));
    await page.addInitScript(`(${FAKE_EDITOR})(${JSON.stringify({ bodyClass, variables, state })})`);
    await page.goto(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`);
    await page.locator("main[aria-busy=false]").waitFor();
    return form;
  }

  async stop(): Promise<void> {
    await this.#context.close();
    this.#server.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One open form. */
export class FormPage extends FormControls {
  readonly page: Page;
  readonly copied: string[] = [];
  /** Every message of the form, in order. */
  readonly received: { readonly request?: string }[] = [];
  /** What the form last gave VS Code to keep. */
  state: unknown;
  isClosed = false;
  clipboardIsBroken = false;
  readonly session: SiteFormSession;

  constructor(page: Page, host: SiteFormHost, draft: SiteDraft | undefined) {
    super(page);
    this.page = page;
    this.session = new SiteFormSession({
      host,
      texts: undefined,
      draft,
      copy: async (text) => {
        if (this.clipboardIsBroken) throw new Error("no clipboard");
        this.copied.push(text);
      },
      close: () => (this.isClosed = true),
      post: (news) => void this.#send(news),
      problemText: (error) => (error instanceof Error ? error.message : "problem"),
    });
  }

  /** What VS Code does with a message of the page. */
  async receive(message: unknown): Promise<void> {
    this.received.push(message as { readonly request?: string });
    const answer = await this.session.receive(message);
    if (answer !== undefined) await this.#send(answer);
  }

  async #send(message: unknown): Promise<void> {
    if (!this.page.isClosed()) await this.page.evaluate(post(message)).catch(() => undefined);
  }

  /** The text of the button that has the focus; of any other element its id, where it has one. */
  async focused(): Promise<string> {
    return String(
      await this.page.evaluate(
        "(({ id, tagName, textContent }) => (tagName === 'BUTTON' ? textContent : id || textContent))(document.activeElement)",
      ),
    );
  }

  /** Takes a picture, `out/screenshots/form-<name>.png`, where pictures are taken. */
  async screenshot(name: string): Promise<void> {
    if (!takesPictures) return;
    await this.page.screenshot({ path: join(outDir, "screenshots", `form-${name}.png`), fullPage: true });
  }
}

function post(answer: unknown): string {
  return `window.postMessage(${JSON.stringify(answer)}, "*")`;
}

/** What VS Code puts into a webview's page before anything of the page runs. */
const FAKE_EDITOR = `({ bodyClass, variables, state }) => {
  // also over a reload
  let kept = JSON.parse(sessionStorage.getItem("kept")) ?? state;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => void window.toHost(JSON.parse(JSON.stringify(message))),
    getState: () => kept,
    setState: (next) => {
      kept = next;
      sessionStorage.setItem("kept", JSON.stringify(next));
      void window.keepState(next);
    },
  });
  document.addEventListener("DOMContentLoaded", () => {
    document.body.className = bodyClass;
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty("--vscode-" + name, value);
  });
}`;

function pageFor(path: string, origin: string): { readonly type: string; readonly body: string } | undefined {
  const read = (...file: readonly string[]) => readFileSync(join(projectDir, ...file), "utf8");
  switch (path) {
    case "/":
      return {
        type: "text/html",
        body: siteFormHtml({
          cspSource: origin,
          script: "/siteForm.js",
          style: "/siteForm.css",
          nonce: randomBytes(16).toString("hex"),
          language: "en",
          title: "Create Website",
          loading: "Loading…",
        }),
      };
    case "/siteForm.js":
      return { type: "text/javascript", body: read("dist", "siteForm.js") };
    case "/siteForm.css":
      return { type: "text/css", body: read("dist", "siteForm.css") };
    default:
      return undefined;
  }
}
