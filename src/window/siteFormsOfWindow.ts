import type { Uri, WebviewPanel } from "vscode";
import { problemText } from "../commands/context/showFailure.ts";
import { SiteDrafts } from "../siteForm/creation/siteDrafts.ts";
import type { SiteFormHost } from "../siteForm/host/siteFormHost.ts";
import { createFileSystem } from "../storage/fileSystem.ts";
import type { SiteFormServices } from "../siteForm/host/createSiteFormHost.ts";
import type { SiteForms } from "../siteForm/host/siteForms.ts";
import { LoadedLater } from "./loadedLater.ts";

/** The site forms of a window, whose code is loaded with the first of them. The drafts of panels that are gone go at once. */
export class SiteFormsOfWindow {
  readonly #forms: LoadedLater<SiteForms>;
  readonly #forgetDrafts: () => Promise<void>;

  constructor(extensionUri: Uri, given: Omit<SiteFormServices, "drafts">) {
    const { clock, log, panels, redactor, storageRoot: root } = given;
    const drafts = new SiteDrafts({ root, files: createFileSystem(clock), clock });
    const panelIds = () => panels().map(({ id }) => id);
    const telling = (error: unknown) => redactor.redact(problemText(log, error));
    this.#forms = new LoadedLater(async () => {
      const { createSiteForms } = await import("../siteForm/host/createSiteForms.ts");
      return createSiteForms(extensionUri, { ...given, drafts }, telling);
    });
    this.#forgetDrafts = async () => void (await drafts.panelsAre(panelIds()).catch(telling));
    void this.#forgetDrafts();
    void drafts.tidy(panelIds()).catch(telling);
  }

  /** What a panel's form works with; `undefined` where there is no such panel. */
  async hostFor(panelId: string): Promise<SiteFormHost | undefined> {
    return (await this.#forms.load()).hostFor(panelId);
  }

  /** Opens the panel's form, or brings the one that is open to the front. */
  async open(panelId: string): Promise<void> {
    (await this.#forms.load()).open(panelId);
  }

  /** Fills a form that VS Code has brought back with what its page had kept. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    (await this.#forms.load()).restore(panel, state);
  }

  /** Panels were added, changed or removed: the forms say so. */
  panelsChanged(): void {
    this.#forms.loaded?.panelsChanged();
    void this.#forgetDrafts();
  }

  /** Keeps what was typed, for the window is closing and may not bring its forms back. */
  async dispose(): Promise<void> {
    await this.#forms.dispose();
  }
}
