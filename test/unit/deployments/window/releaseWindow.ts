import assert from "node:assert/strict";
import { posix } from "node:path";
import { writeSiteConfiguration } from "../../../../src/demoPanel/nginxConfiguration.ts";
import type { KnownEdition } from "../../../../src/wire/answers/operation.ts";
import { ROOT, type DeployFixture } from "../deployFixture.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

/** Where the configuration of the website is. */
export const CONFIGURATION = `/www/server/panel/vhost/nginx/${SITE}.conf`;

/** A deployment of `dist` to the website, as a release that shares `storage`. */
export const RELEASES = { ...STATED, mode: "releases", shared: ["storage/"] } as const;

/** Has nginx serve the website of a demo panel, which has something to share. */
export function serveWebsite(used: DeployFixture): void {
  const { state } = used.panel;
  const [site] = state.sites;
  assert.ok(site);
  writeSiteConfiguration(state.files, site, 1);
  used.put({ "storage/kept.log": "line" });
}

/** What the website serves by its configuration, below its own directory. */
export function servedBy(used: DeployFixture): string | undefined {
  const text = used.panel.state.files.get(CONFIGURATION)?.bytes?.toString() ?? "";
  return /root ([^;]+);/.exec(text)?.[1]?.slice(ROOT.length);
}

/** The page that visitors get. */
export function pageOf(used: DeployFixture): string | undefined {
  return used.server[posix.join((servedBy(used) ?? "").slice(1), "index.html")];
}

/** A window with a website that nginx serves, and a deployment of two pages to it. */
export async function openReleases(edition: KnownEdition = "baota"): Promise<DeployWindow> {
  const window = await DeployWindow.open(edition, undefined, { runsCommands: true });
  serveWebsite(window.used);
  window.state(RELEASES);
  await window.used.source({ "index.html": "one", "gone.html": "one" });
  return window;
}

/** Has the release that is served be one that was cut off before it counted. */
export async function cutOffBeforeItCounts(window: DeployWindow): Promise<void> {
  const { used } = window;
  const { site } = await window.place();
  const all = used.panel.state.files;
  const history = `${site}/history-releases`;
  const id = all.get(history)?.bytes?.toString().trim() ?? assert.fail("it is not in the history");
  const write = (name: string, text: string) =>
    all.set(posix.join(site, name), { mtime: 1, uid: 0, gid: 0, mode: 0o600, bytes: Buffer.from(text) });
  all.delete(history);
  write("unfinished", `${id}\n`);
  write(posix.join(id, "state"), "held\n");
  used.panel.shell.synchronise();
}
