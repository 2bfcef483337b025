import { format } from "node:util";
import type { BrowserContext } from "./playwright.ts";

/** Messages of the workbench, which shares a channel with the extension host's output. */
const REMARKS =
  /^(Error while fetching the extension under development|No extension gallery service configured|\[(ChatModelSelection|AccountPolicyGate|AgentHost|RemoteAgentHost|DefaultAccount|driver|reconnection-grace-time|Service Worker)|Resolv(ing|ed) connection token|Creating a socket |Ignoring fetching additional builtin|Updating additional builtin|Started (local|remote) extension host)/;

/** Opens the workbench at `url`, which runs the suite of its development options; prints the extension host's output and returns the exit code. */
export async function runExtensionTests(context: BrowserContext, url: string, deadlineMs: number): Promise<number> {
  const page = await context.newPage();
  const finished = new Promise<number>((resolve) => {
    page.on("crash", () => {
      console.error("The workbench's page crashed");
      resolve(1);
    });
    void page.exposeBinding("codeAutomationExit", (_source, code: number) => resolve(code));
    setTimeout(() => {
      console.error(`The suite has not finished in ${deadlineMs / 1000} s`);
      resolve(1);
    }, deadlineMs).unref();
  });
  await page.exposeBinding("codeAutomationLog", (_source, level: string, args: readonly unknown[]) => {
    const text = format(...args);
    if (level !== "trace" && level !== "debug" && !REMARKS.test(text)) console.log(text);
  });
  page.on("pageerror", (error) => console.error(`The workbench's page failed: ${String(error)}`));
  await page.goto(url);
  return finished;
}
