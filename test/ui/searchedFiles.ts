import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";

/** The website in which is searched. */
export const SITE = "blog.example.com";

/** Puts files into a website of a demo panel's server. */
export function putFiles({ state: { files } }: DemoPanel, contents: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(contents)) {
    const whole = `/www/wwwroot/${SITE}/${path}`;
    makeDirectory(files, whole.slice(0, whole.lastIndexOf("/")), 1_700_000_000);
    files.set(whole, { mtime: 1_700_000_000, uid: 1001, gid: 1001, mode: 0o644, bytes: Buffer.from(text) });
  }
}

/** Files of a website, of which three have the same word. */
export const SOURCES = {
  "app/Http/LoginController.php": `<?php\n\nclass LoginController\n{\n    public function __construct(private SessionStore $session) {}\n\n    public function login(Request $request): Response\n    {\n        $session = $this->session->open($request->user());\n        return new Response($session->id);\n    }\n}\n`,
  "config/session.php": `<?php\n\nreturn [\n    'driver' => 'redis',\n    'session.lifetime' => 120, // minutes\n];\n`,
  "public/app.js": "export const session = await fetch('/session').then((answer) => answer.json());\n",
};
