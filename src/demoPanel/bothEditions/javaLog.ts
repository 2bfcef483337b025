import { htmlEscape } from "../http/htmlEscape.ts";
import type { DemoJavaProject } from "../records/demoRecords.ts";

/** The end of a project's log, under its status (docs/protocol.md 7.10). */
export function javaLog({ logFile, server }: DemoJavaProject): Readonly<Record<string, unknown>> {
  const text = server.log.map((line) => `${line}\n`).join("");
  const data = htmlEscape(server.log.slice(-LOG_LINES).join("\n").trim());
  const path = logFile.slice(0, logFile.lastIndexOf("/"));
  return { status: true, path, file: logFile, data, size: sizeOf(Buffer.byteLength(text)) };
}

const LOG_LINES = 3_000;

/** As panels write the size of a file, such as `8.00 b`. */
function sizeOf(bytes: number): string {
  let size = bytes;
  for (const unit of ["b", "KB", "MB"]) {
    if (size < 1024) return `${size.toFixed(2)} ${unit}`;
    size /= 1024;
  }
  return `${size.toFixed(2)} GB`;
}
