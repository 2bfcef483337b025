import * as l10n from "@vscode/l10n";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { SITE_FORM_VIEW } from "../../manifest/manifest.ts";
import { textsBundle, textsLanguage } from "../../texts/language.ts";
import type { SiteDraft } from "../siteDraft.ts";
import { readFormState, type ProblemText } from "./pageMessages.ts";
import { siteFormHtml } from "./siteFormHtml.ts";
import { SiteFormSession, type SiteFormHost } from "./siteFormSession.ts";

interface OpenForm {
  readonly panel: vscode.WebviewPanel;
  readonly session: SiteFormSession;
  readonly host: SiteFormHost;
}

/** The site forms of a window, at most one for each panel. VS Code restores open forms when the window reloads. */
export class SiteForms {
  readonly #extensionUri: vscode.Uri;
  readonly #hostFor: (panelId: string) => SiteFormHost | undefined;
  readonly #problemText: ProblemText;
  readonly #open = new Map<string, OpenForm>();

  /**
   * @param hostFor creates a form's host; `undefined` if the panel does not exist: no form opens, and a restored form closes
   * @param problemText describes an error of a handler; also logs defects
   */
  constructor(
    extensionUri: vscode.Uri,
    hostFor: (panelId: string) => SiteFormHost | undefined,
    problemText: ProblemText,
  ) {
    this.#extensionUri = extensionUri;
    this.#hostFor = hostFor;
    this.#problemText = problemText;
  }

  /**
   * Opens the panel's form, or reveals the open one. A draft is an agent's: then it takes the keyboard from nobody. It goes only
   * into a new form, because what a person has typed stays. Whether it was filled in.
   */
  async open(panelId: string, draft?: SiteDraft): Promise<boolean> {
    const host = this.#hostFor(panelId);
    const existing = this.#open.get(panelId);
    // what comes to the front of its group hides the editor in which somebody may be typing
    if (existing !== undefined && draft === undefined) existing.panel.reveal();
    if (existing === undefined && host !== undefined) {
      const place = draft === undefined ? vscode.ViewColumn.Active : besideActiveTab();
      this.#attach(this.#create(place), host, draft);
    }
    return draft !== undefined && existing === undefined && host !== undefined;
  }

  /** Updates the forms after panels were added, changed or removed. */
  panelsChanged(): void {
    for (const { panel, session, host } of this.#open.values()) {
      panel.title = titleOf(host);
      session.panelChanged();
    }
  }

  /** Takes over a form that VS Code restored; its page fills it from the state that it kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = readFormState(state);
    const host = kept && this.#hostFor(kept.panelId);
    if (host === undefined || this.#open.has(host.panel.id)) panel.dispose();
    else this.#attach(panel, host, undefined);
  }

  #create(place: vscode.ViewColumn | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: true }) {
    // passwords and credentials exist only in the page, so a hidden form must stay loaded
    const options = { retainContextWhenHidden: true };
    return vscode.window.createWebviewPanel(SITE_FORM_VIEW, "", place, options);
  }

  #attach(panel: vscode.WebviewPanel, host: SiteFormHost, draft: SiteDraft | undefined): void {
    const { webview } = panel;
    panel.iconPath = {
      light: this.#uri("media", "icons", "website-light.svg"),
      dark: this.#uri("media", "icons", "website-dark.svg"),
    };
    panel.title = titleOf(host);
    webview.options = { enableScripts: true, localResourceRoots: [this.#uri("dist")] };
    // a closed form must not receive messages
    const isOpen = () => this.#open.get(host.panel.id)?.panel === panel;
    const session = new SiteFormSession({
      host,
      texts: textsBundle(),
      draft,
      problemText: this.#problemText,
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
      language: textsLanguage(),
      title: panel.title,
      loading: l10n.t("Loading…"),
    });
  }

  #uri(...path: readonly string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.#extensionUri, ...path);
  }
}

/** Where something comes that must not cover what has the keyboard, nor take it. */
function besideActiveTab() {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const viewColumn = activeTab === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  return { viewColumn, preserveFocus: true } as const;
}

function titleOf({ panel }: SiteFormHost): string {
  return l10n.t("Create Website: {0}", panel.name);
}
