import * as l10n from "@vscode/l10n";
import { render } from "preact";
import { Form } from "./form.tsx";
import { FormConnection, messageOf, type EditorApi } from "./formConnection.ts";
import { FormState } from "./formState.ts";

declare function acquireVsCodeApi(): EditorApi;

/** Shows the form, or an error if it cannot be loaded. */
async function startSiteForm(main: HTMLElement): Promise<void> {
  const api = acquireVsCodeApi();
  let form: FormState | undefined;
  const connection = new FormConnection(api, (news) => form?.receive(news));
  try {
    const init = await connection.call("ready", { state: api.getState() });
    if (init.texts !== undefined) l10n.config({ contents: init.texts });
    main.textContent = "";
    main.setAttribute("aria-busy", "false");
    form = new FormState({ api, connection, init, draw: (shown) => render(<Form form={shown} />, main) });
    await form.start();
  } catch (error) {
    main.setAttribute("aria-busy", "false");
    render(<p role="alert">{messageOf(error)}</p>, main);
  }
}

const main = document.getElementById("form");
if (main !== null) void startSiteForm(main);
