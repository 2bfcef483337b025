import { symlinkSync } from "node:fs";
import { record, sha1, type ExchangeServer, type RawRecord } from "./exchangeServer.ts";

/** How a tree has a link. */
const LINK = "link to ";

/** A website before an exchange. */
export const oldTree = {
  foreign: "not ours",
  "gone link": "link to turns",
  "gone.html": "old",
  "moved link": "link to turns",
  "one.css": "old one",
  "page.html": "old page",
  "real file": "a file",
  turns: "directory",
  "turns/a": "a",
  "two.css": "old two",
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
  record.link("new link", "new"),
  record.link("moved link", "new", `link:${sha1("turns")}`),
  record.link("real file", "-elsewhere/../new", sha1("a file")),
  record.removeLink("gone link", "turns"),
  // one program puts both into place
  record.replace("one.css", "old one", "new one"),
  record.replace("two.css", "old two", "new two"),
];

/** The website after it. */
export const newTree = {
  "added.js": "added",
  foreign: "not ours",
  "moved link": "link to new",
  new: "directory",
  "new link": "link to new",
  "new/app.js": "app",
  "one.css": "new one",
  "page.html": "new page",
  "real file": "link to -elsewhere/../new",
  turns: "now a file",
  "two.css": "new two",
};

/** Makes the website, uploads the exchange, and says its id. @param hold the installation that has to settle it */
export async function putEveryday(server: ExchangeServer, hold?: string): Promise<string> {
  for (const [path, content] of Object.entries(oldTree))
    if (content.startsWith(LINK)) symlinkSync(content.slice(LINK.length), server.at(path));
    else if (content !== "directory") server.put(path, content);
  return server.upload(everyday, hold === undefined ? {} : { hold });
}
