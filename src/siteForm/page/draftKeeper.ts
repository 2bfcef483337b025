import * as v from "valibot";
import { withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import { siteFormState, type SiteFormState } from "../siteFormProtocol.ts";
import type { EditorApi, FormConnection } from "./formConnection.ts";

const TELL_DELAY_MS = 300;

/** Keeps what is typed, without passwords: in the page's state, which outlives a reload, and with the host. */
export class DraftKeeper {
  readonly #api: EditorApi;
  readonly #connection: FormConnection;
  readonly #panelId: string;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(api: EditorApi, connection: FormConnection, panelId: string) {
    this.#api = api;
    this.#connection = connection;
    this.#panelId = panelId;
  }

  /** Of an earlier page of this form; `undefined`: there was none, or it was another panel's. */
  get remembered(): SiteDraft | undefined {
    const kept = v.safeParse(siteFormState, this.#api.getState());
    return kept.success && kept.output.panelId === this.#panelId ? kept.output.draft : undefined;
  }

  /** Without telling the host: nobody has typed it. */
  remember(draft: SiteDraft): void {
    const state: SiteFormState = { panelId: this.#panelId, draft: withoutPasswords(draft) };
    this.#api.setState(state);
  }

  keep(draft: SiteDraft): void {
    this.remember(draft);
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      // the host has logged what fails
      void this.#connection.call("draftChanged", { draft: withoutPasswords(draft) }).catch(() => undefined);
    }, TELL_DELAY_MS);
  }
}
