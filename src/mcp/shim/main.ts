import { realpathSync } from "node:fs";
import type { ToldByClient } from "../wire/messages.ts";
import { callWindow, type Place, type ToolCall } from "./callWindow.ts";
import { lookAtWindows } from "./openWindows.ts";
import { serveClient } from "./session.ts";
import { version } from "./version.ts";

/**
 * What an agent's program starts: it speaks the Model Context Protocol on standard input and output, and has the windows of the editor do
 * what is asked. It holds no key and calls no panel.
 *
 * `node mcp.cjs <directory for agents>`
 */
async function main([directory]: readonly string[]): Promise<void> {
  if (directory === undefined) {
    process.stderr.write("usage: mcp.cjs <directory for agents>\n");
    process.exitCode = 2;
    return;
  }
  const place: Place = { directory, workingDirectory: workingDirectory() };
  const session = {
    version,
    call: async (call: ToolCall) => callWindow(place, call),
    greet: (client: ToldByClient) => void greetAll(place, client),
  };
  await serveClient(session, process.stdin, process.stdout);
  process.exit();
}

/** Says hello to all windows, so that the one in which a person connects the client sees it. */
async function greetAll({ directory }: Place, client: ToldByClient): Promise<void> {
  const { windows } = await lookAtWindows(directory, client);
  for (const { visit } of windows) visit.end();
}

function workingDirectory(): string | undefined {
  try {
    return realpathSync.native(process.cwd());
  } catch {
    return undefined;
  }
}

void main(process.argv.slice(2));
