import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { Issuers, pemOfKey } from "../../unit/certificates/pairs.ts";
import { chooseLocal } from "../pages/chooseLocal.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { usePanel } from "../panels.ts";
import { addShop, pictures } from "./shop.ts";

const SITE = "blog.example.com";

describe("In Chinese, the certificate and the configurations of a website", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });
  const used = usePanel();
  let directory: string;

  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "certificate-"))));
  afterEach(async () => rm(directory, { recursive: true }));

  it("are asked about and listed, as the permissions of a file", async () => {
    const { window } = here;
    const { quickInput, dialog } = window;
    await addShop(window, used.panel);
    await window.row(SITE).choose(chineseTitle("command.site.openConfiguration"), chineseTitle("submenu.settings"));
    await quickInput.waitFor(chinese("Open Configuration"));
    await quickInput.row(chinese("Rewrite rules ({0})", "Nginx")).waitFor();
    await pictures(here.vscode, window, "configurations");
    await quickInput.cancel();

    const issuers = new Issuers(Date.now());
    // a file with both needs no second one
    const { certificate, key } = issuers.issue({ names: [SITE, "xn--fsqu00a.com"] });
    const path = join(directory, "site.pem");
    await writeFile(path, certificate + pemOfKey(key));
    await window.row(SITE).choose(chineseTitle("command.site.installCertificate"), chineseTitle("submenu.certificate"));
    await chooseLocal(window, SITE, path);
    assert.ok((await dialog.text()).includes(chinese("Issuer: {0}", "Between of a test")));
    await pictures(here.vscode, window, "certificate-question");
    await dialog.click(chinese("Cancel"));

    await window.row(SITE).choose(chineseTitle("command.site.openFiles"));
    await window.row("index.html").choose(chineseTitle("command.file.changePermissions"));
    await quickInput.pick("0600 (rw-------)");
    await quickInput.pick("root");
    assert.match(await dialog.text(), /0755 \(rwxr-xr-x\) → 0600 \(rw-------\)/);
    await pictures(here.vscode, window, "permissions-question");
    await dialog.click(chinese("Cancel"));
  });
});
