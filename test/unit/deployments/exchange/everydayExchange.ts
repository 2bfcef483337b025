import { record, type ExchangeServer, type RawRecord } from "./exchangeServer.ts";

/** A website before an exchange. */
export const oldTree = {
  foreign: "not ours",
  "gone.html": "old",
  "page.html": "old page",
  turns: "directory",
  "turns/a": "a",
};

/** An exchange with one of each kind of change. */
export const everyday: readonly RawRecord[] = [
  record.makeDirectory("new"),
  record.add("new/app.js", "app", "later"),
  record.add("added.js", "added"),
  record.replace("page.html", "old page", "new page"),
  record.remove("gone.html", "old"),
  record.remove("turns/a", "a"),
  record.removeDirectory("turns", 1),
  record.add("turns", "now a file", "later"),
];

/** The website after it. */
export const newTree = {
  "added.js": "added",
  foreign: "not ours",
  new: "directory",
  "new/app.js": "app",
  "page.html": "new page",
  turns: "now a file",
};

/** Makes the website, uploads the exchange, and says its id. @param hold the installation that has to settle it */
export async function putEveryday(server: ExchangeServer, hold?: string): Promise<string> {
  for (const [path, content] of Object.entries(oldTree)) if (content !== "directory") server.put(path, content);
  return server.upload(everyday, hold === undefined ? {} : { hold });
}
