import { findChromium } from "./chromium.ts";
import { chromium, type BrowserContext } from "./playwright.ts";

/** How large its pages are, in CSS pixels. */
export const WINDOW_SIZE = { width: 1280, height: 800 };

/** How large they are where nobody looks at them: what is not drawn takes no time. */
export const UNSEEN_SIZE = { width: 500, height: 400 };

/**
 * Launches a browser that resolves no name but this machine's.
 *
 * @param profileDir Keep it to keep localStorage, and with it what the extension has in SecretStorage.
 */
export async function launchBrowser(profileDir: string, size = WINDOW_SIZE): Promise<BrowserContext> {
  const { executable, environment } = findChromium();
  return chromium.launchPersistentContext(profileDir, {
    executablePath: executable,
    headless: process.env["HEADED"] === undefined,
    env: { ...definedOnly(process.env), HOME: profileDir, ...environment },
    viewport: size,
    // containers rarely have the user namespaces that a sandbox needs
    chromiumSandbox: false,
    args: [
      "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
    ],
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

/** Collects addresses beyond this machine that pages request from now on; the requests fail. */
export function watchNetwork(context: BrowserContext): Set<string> {
  const outside = new Set<string>();
  context.on("request", (request) => {
    const { protocol, hostname, origin, pathname } = new URL(request.url());
    // a service worker in the page answers for the extension's own files
    const isResource = hostname.endsWith(".vscode-resource.vscode-cdn.net");
    const isLocal = hostname.startsWith("127.") || hostname === "localhost" || isResource;
    if (/^(https?|wss?):$/.test(protocol) && !isLocal) outside.add(origin + pathname);
  });
  return outside;
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
