import { randomBytes } from "node:crypto";
import * as v from "valibot";
import * as vscode from "vscode";
import { SITE_FORM_VIEW } from "../../manifest/manifest.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { SiteFormHost } from "./siteFormHost.ts";
import type { SiteDraft } from "../siteDraft.ts";
import { siteFormState } from "../protocol.ts";
import { filled } from "../filled.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import type { ProblemText } from "./messageDispatch.ts";
import { siteFormHtml } from "./siteFormHtml.ts";
import { SiteFormSession } from "./siteFormSession.ts";

export interface SiteFormsOptions {
  readonly extensionUri: vscode.Uri;
  readonly texts: (isDemo: boolean) => SiteFormTexts;
  /** Of these texts, such as `zh-cn`. */
  readonly language: () => string;
  /** `undefined`: there is no such panel, so nothing opens, and a restored form is closed. */
  readonly hostFor: (panelId: string) => SiteFormHost | undefined;
  /** Words for what a handler threw; the place to log a defect. */
  readonly problemText: ProblemText;
}

interface OpenForm {
  readonly panel: vscode.WebviewPanel;
  readonly session: SiteFormSession;
  readonly host: SiteFormHost;
}

/** The site forms of a window, at most one for each panel. They outlive a reload of the window, so nothing closes them. */
export class SiteForms {
  readonly #options: SiteFormsOptions;
  readonly #open = new Map<string, OpenForm>();

  constructor(options: SiteFormsOptions) {
    this.#options = options;
  }

  /** Opens the panel's form, or brings the one that is open to the front. */
  open(panelId: string): void {
    const existing = this.#open.get(panelId);
    const host = this.#options.hostFor(panelId);
    if (existing !== undefined) existing.panel.reveal();
    else if (host !== undefined) this.#attach(this.#create(), host, undefined);
  }

  /** Panels were added, changed or removed: the forms say so. */
  panelsChanged(): void {
    for (const { panel, session, host } of this.#open.values()) {
      panel.title = this.#title(host);
      session.panelChanged();
    }
  }

  /** Keeps what was typed, for the window is closing and may not bring its forms back. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ session }) => session.keepDraft()));
  }

  /** Fills a form that VS Code has brought back with what its page had kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = v.safeParse(siteFormState, state);
    const host = kept.success ? this.#options.hostFor(kept.output.panelId) : undefined;
    if (!kept.success || host === undefined || this.#open.has(host.panel.id)) panel.dispose();
    else this.#attach(panel, host, kept.output.draft);
  }

  #create(): vscode.WebviewPanel {
    // hidden forms stay alive: passwords and credentials live in the page and nowhere else
    const options = { retainContextWhenHidden: true };
    return vscode.window.createWebviewPanel(SITE_FORM_VIEW, "", vscode.ViewColumn.Active, options);
  }

  #attach(panel: vscode.WebviewPanel, host: SiteFormHost, draft: SiteDraft | undefined): void {
    const { problemText } = this.#options;
    const texts = this.#options.texts(isDemo(host.panel));
    const { webview } = panel;
    panel.iconPath = {
      light: this.#uri("media", "icons", "website-light.svg"),
      dark: this.#uri("media", "icons", "website-dark.svg"),
    };
    panel.title = this.#title(host);
    webview.options = { enableScripts: true, localResourceRoots: [this.#uri("dist")] };
    // a form that was closed meanwhile takes no message
    const isOpen = () => this.#open.get(host.panel.id)?.panel === panel;
    const session = new SiteFormSession({
      host,
      texts,
      draft,
      problemText,
      copy: async (text) => vscode.env.clipboard.writeText(text),
      close: () => panel.dispose(),
      post: (news) => {
        if (isOpen()) void webview.postMessage(news);
      },
    });
    const messages = webview.onDidReceiveMessage(async (message: unknown) => {
      const answer = await session.receive(message);
      if (answer !== undefined && isOpen()) await webview.postMessage(answer);
    });
    this.#open.set(host.panel.id, { panel, session, host });
    panel.onDidDispose(() => {
      this.#open.delete(host.panel.id);
      messages.dispose();
      session.dispose();
    });
    webview.html = siteFormHtml({
      cspSource: webview.cspSource,
      script: String(webview.asWebviewUri(this.#uri("dist", "siteForm.js"))),
      style: String(webview.asWebviewUri(this.#uri("dist", "siteForm.css"))),
      nonce: randomBytes(16).toString("hex"),
      language: this.#options.language(),
      title: panel.title,
      loading: texts.form.loading,
    });
  }

  #title({ panel }: SiteFormHost): string {
    return filled(this.#options.texts(isDemo(panel)).form.title, panel.name);
  }

  #uri(...path: readonly string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.#options.extensionUri, ...path);
  }
}
