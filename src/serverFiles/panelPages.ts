import { failureUnlessCancelled } from "../wire/answers/failure.ts";
import { LARGEST_PART } from "../wire/operations/files.ts";
import type { RemoteFiles } from "./remoteFiles.ts";
import { sha1Of } from "./sha1Of.ts";

/** What panels put into the root of a new website, by name, and what they make it from (docs/protocol.md 6.24). */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ["index.html", "/www/server/panel/data/defaultDoc.html"],
  ["404.html", "/www/server/panel/data/404.html"],
]);

/** Whether panels put a file of this name into the root of a new website. */
export function isPanelPage(name: string): boolean {
  return TEMPLATES.has(name);
}

/**
 * The hashes that the panel's own page of a name has as nobody has changed it: its server has what each page is made from. Empty where that
 * cannot be read, as with a template that is too large. Throws `PanelError`.
 */
export async function panelPageHashes(files: RemoteFiles, name: string): Promise<readonly string[]> {
  const template = TEMPLATES.get(name);
  if (template === undefined) return [];
  const found = (await files.look([template])).get(template);
  if (found?.isFile !== true || found.size > LARGEST_PART) return [];
  let bytes: Uint8Array;
  try {
    bytes = await files.read(template, 0, LARGEST_PART);
  } catch (error) {
    // a page that cannot be compared is told as somebody's
    failureUnlessCancelled(error);
    return [];
  }
  // the panel reads and writes it as text, which turns line ends of Windows into others
  const asWritten = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  return [...new Set([sha1Of(bytes), sha1Of(Buffer.from(asWritten, "latin1"))])];
}
