import { posix } from "node:path";
import { siteConfigurationPath } from "../../src/demoPanel/nginxConfiguration.ts";
import type { DemoState } from "../../src/demoPanel/state.ts";
import type { Page, ServedSite } from "./server.ts";

/**
 * What a visitor gets of a page of a demo panel, as nginx would give it by the website's configuration: the first `server_name` and
 * `listen` that fit, its redirect and its `root`. A page `limits.php` has what `php.ini` says, a line each, in place of what it prints.
 */
export function demoPage(
  state: Pick<DemoState, "files" | "sites">,
  { name, port }: Pick<ServedSite, "name" | "port">,
  path: string,
): Page {
  for (const site of state.sites) {
    const text = state.files.get(siteConfigurationPath(site))?.bytes?.toString() ?? "";
    const names = /server_name ([^;]*);/.exec(text)?.[1]?.split(" ") ?? [];
    const isNamed = names.some((each) => each === name || (each.startsWith("*.") && name.endsWith(each.slice(1))));
    if (!isNamed || !text.includes(`listen ${port};`)) continue;
    if (text.includes("HTTP_TO_HTTPS_START")) return { status: 301, text: "" };
    const root = /^[ \t]*root\s+([^;\s]+);/m.exec(text)?.[1] ?? "";
    if (path === "/limits.php") {
      const ini = state.files.get(`/www/server/php/${site.php.replace(".", "")}/etc/php.ini`)?.bytes?.toString() ?? "";
      return { status: 200, text: ini.replaceAll(/ *= */g, "=") };
    }
    const bytes = state.files.get(posix.join(root, path))?.bytes;
    return { status: bytes === undefined ? 404 : 200, text: bytes?.toString() ?? "" };
  }
  return { status: 404, text: "" };
}
