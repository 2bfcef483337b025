import { element } from "./element.ts";
import { FormConnection, messageOf, type EditorApi } from "./formConnection.ts";
import { SiteFormPage } from "./siteFormPage.ts";

declare function acquireVsCodeApi(): EditorApi;

/** Starts the form in the page; resolves when it is ready for a person. */
export async function startSiteForm(): Promise<void> {
  const main = document.getElementById("form");
  if (main === null) return;
  const api = acquireVsCodeApi();
  const connection = new FormConnection(api);
  try {
    const init = await connection.call("ready", {});
    await new SiteFormPage(api, connection, main, init).start();
  } catch (error) {
    main.setAttribute("aria-busy", "false");
    main.replaceChildren(element("p", { role: "alert" }, messageOf(error)));
  }
}

void startSiteForm();
