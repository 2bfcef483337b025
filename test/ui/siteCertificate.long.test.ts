import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Issuers, pemOfKey } from "../unit/certificates/pairs.ts";
import { addPanel, usePanel } from "./panels.ts";
import { chooseLocal } from "./pages/chooseLocal.ts";
import { useWindow } from "./pages/useVsCode.ts";

const SITE = "blog.example.com";

describe("The certificate of a website", () => {
  const here = useWindow();
  const used = usePanel();
  let directory: string;

  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "certificate-"))));
  afterEach(async () => rm(directory, { recursive: true }));

  it("is installed from files after a question that says what visitors get instead of what", async () => {
    const { window } = here;
    const { dialog } = window;
    const issuers = new Issuers(Date.now());
    const { certificate, key } = issuers.issue({ names: [SITE] });
    const paths = { certificate: join(directory, "site.crt"), key: join(directory, "site.key") };
    await writeFile(paths.certificate, certificate);
    await writeFile(paths.key, pemOfKey(key));
    await addPanel(window, "Shop", used.panel);
    await window.row("Websites").expand();
    await window.row(SITE).choose("Install SSL Certificate…", "Settings");
    await chooseLocal(window, `Certificate: ${SITE}`, paths.certificate);
    await chooseLocal(window, `Private Key: ${SITE}`, paths.key);
    const text = await dialog.text();
    assert.match(text, /^Install a certificate for website “blog\.example\.com” on “Shop”\?/);
    assert.match(text, /Certificate for: blog\.example\.com\nIssuer: Between of a test\n/);
    await here.vscode.pictures(window, "certificate-question");
    await dialog.click("Install Certificate");
    await window.notification("has the certificate.").waitFor();
  });
});
