import assert from "node:assert/strict";
import type { PlannedSite } from "../../../src/siteForm/plannedSite.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import type { CommandResult } from "../liveWindow.ts";
import { compare, onEachPanel, soon } from "../onEachPanel.ts";
import type { Page, ServedSite } from "../server.ts";

/** Prints the limits that count, in the form of php.ini. */
const LIMITS = `<?php foreach (["memory_limit", "upload_max_filesize", "post_max_size", "max_execution_time"] as $name) echo "$name=", ini_get($name), "\\n";`;

onEachPanel("Settings of websites", (live) => {
  let isThere: boolean;
  let site: PlannedSite & ServedSite;
  let version: string;

  before(async function () {
    this.timeout(120_000);
    isThere = (await live.panel.has("webServer")) && (await live.panel.has("php"));
    if (!isThere) return;
    const { server, prefix } = live.panel;
    version = (await server.phpVersions()).at(-1) ?? "82";
    site = planned("settings", version);
    assert.equal((await live.target.create(site)).outcome.kind, "created");
    for (const [path, text] of [
      ["which.txt", `${prefix} root`],
      ["public/which.txt", `${prefix} public`],
      ["web/public/which.txt", `${prefix} deeper`],
      ["limits.php", LIMITS],
    ] as const)
      await server.put(`${site.root}/${path}`, Buffer.from(text), 0o644);
  });

  function planned(what: string, php = "00"): PlannedSite & ServedSite {
    const domain = `${live.panel.prefix}-${what}.example.com`;
    const root = `/www/wwwroot/${domain}`;
    return { domain, name: domain, additionalDomains: [], root, php, port: 80, typeId: 0, note: "" };
  }

  /** Changes a setting by its command, as a person does. */
  async function set(label: string, to: { readonly row?: string; readonly typed?: string }, name = site.domain) {
    const { id } = await live.target.item("site", name);
    return live.window.command("serverPanel.changeSettings", [id], { setting: { label, ...to } });
  }

  const visit = async (name: string, port = 80) => live.panel.server.page({ name, port }, "/which.txt");

  /** Waits until visitors get it: old workers of nginx may still answer right after the panel. */
  async function compareServed(
    operation: string,
    result: CommandResult,
    look: () => Promise<Page>,
    isRight: (page: Page) => boolean,
  ) {
    const isSo = await soon(async () => isRight(await look()));
    const { status, text } = await look();
    compare(live, operation, result, { isSo, so: `${status} ${text.split("\n")[0]}`, kinds: ["done"] });
    assert.ok(isSo, `${status} ${text}`);
  }

  const shows =
    (what: string) =>
    ({ text }: Page) =>
      text.trim() === `${live.panel.prefix} ${what}`;
  const isElsewhere = ({ text }: Page) => !text.includes(`${live.panel.prefix} root`);

  async function refused(operation: string, result: CommandResult, words: RegExp) {
    const page = await visit(site.domain);
    compare(live, operation, result, { isSo: false, so: page.text, kinds: ["failed", "none"] });
    assert.match(result.message, words);
    assert.ok(shows("root")(page), page.text);
  }

  it("add domains, which are served then, and remove them", async function () {
    if (!isThere) this.skip();
    this.timeout(240_000);
    const { prefix } = live.panel;
    const added = [
      [`${prefix}-second.example.com`, `${prefix}-second.example.com`, 80],
      [`${prefix}-second-port.example.com:18994`, `${prefix}-second-port.example.com`, 18_994],
      [`*.${prefix}-wild.example.com`, `any.${prefix}-wild.example.com`, 80],
      [`bücher-${prefix}.example.com`, new URL(`http://bücher-${prefix}.example.com`).hostname, 80],
    ] as const;
    for (const [typed, host, port] of added) {
      assert.ok(isElsewhere(await visit(host, port)), `${host} is not served before`);
      const result = await set("Add Domain…", { typed });
      await compareServed("site.addDomain", result, async () => visit(host, port), shows("root"));
      const again = await set("Remove Domain…", { row: typed });
      assert.match(again.question, /^Remove the domain “/);
      await compareServed("site.removeDomain", again, async () => visit(host, port), isElsewhere);
    }
  });

  it("keep the last domain, and take none that another website has", async function () {
    if (!isThere) this.skip();
    this.timeout(120_000);
    const other = planned("taken");
    assert.equal((await live.target.create(other)).outcome.kind, "created");
    await refused("site.removeDomain", await set("Remove Domain…", { row: site.domain }), /the only domain/);
    const taken = await set("Add Domain…", { typed: other.domain });
    await refused(
      "site.addDomain",
      taken,
      new RegExp(`already has this domain: ${other.domain.replaceAll(".", "\\.")}`),
    );
  });

  it("redirect to https and back, and not without a certificate", async function () {
    if (!isThere) this.skip();
    this.timeout(120_000);
    await refused("site.redirectToHttps", await set("Redirect to HTTPS", { row: "on" }), /no certificate/);
    await live.panel.server.secure(site);
    const look = async () => visit(site.domain);
    const on = await set("Redirect to HTTPS", { row: "on" });
    await compareServed("site.redirectToHttps", on, look, ({ status }) => status === 301);
    const off = await set("Redirect to HTTPS", { row: "off" });
    await compareServed("site.serveHttp", off, look, shows("root"));
  });

  it("serve a directory below their own, and none that is not there", async function () {
    if (!isThere) this.skip();
    this.timeout(120_000);
    const look = async () => visit(site.domain);
    await compareServed("site.setRunPath", await set("Run Path", { row: "/public" }), look, shows("public"));
    await compareServed("site.setRunPath", await set("Run Path", { typed: "/web/public/" }), look, shows("deeper"));
    await compareServed("site.setRunPath", await set("Run Path", { row: "/" }), look, shows("root"));
    await refused("site.setRunPath", await set("Run Path", { typed: "/nowhere" }), /is no directory on the server/);
  });

  it("set the limits of their version of PHP, and name it and how many websites have it", async function () {
    if (!isThere) this.skip();
    this.timeout(240_000);
    const { server } = live.panel;
    const paths = ["php/" + version + "/etc/php.ini", `php/${version}/etc/php-fpm.conf`, "nginx/conf/nginx.conf"];
    for (const path of paths.map((each) => `/www/server/${each}`)) {
      if (!(await server.has(path))) continue;
      const before = await server.read(path);
      live.panel.later(async () => server.put(path, before));
    }
    const look = async () => server.page({ name: site.domain, port: 80 }, "/limits.php");
    const has =
      (line: string) =>
      ({ text }: Page) =>
        text.split("\n").includes(line);
    for (const [label, typed, line] of [
      ["PHP: Memory of a Script", "96", "memory_limit=96M"],
      ["PHP: Memory of a Script", "128", "memory_limit=128M"],
      ["PHP: Size of an Upload", "77", "upload_max_filesize=77M"],
      ["PHP: Size of an Upload", "50", "post_max_size=50M"],
      ["PHP: Time of a Script", "301", "max_execution_time=301"],
      ["PHP: Time of a Script", "300", "max_execution_time=300"],
    ] as const) {
      const result = await set(label, { typed });
      assert.match(result.question, new RegExp(`all on the server with PHP ${version.replace(/^./, "$&.")}: \\d+\\.`));
      await compareServed(`php: ${label}`, result, look, has(line));
    }
  });

  it("have a last day and a note", async function () {
    if (!isThere) this.skip();
    this.timeout(120_000);
    const row = async () => (await live.target.item("site", site.domain)).row as Site;
    for (const [to, lastDay] of [
      [{ typed: "2031-12-31" }, "2031-12-31"],
      [{ row: "never ends" }, "0000-00-00"],
    ] as const) {
      const result = await set("Last Day", to);
      const so = (await row()).lastDay ?? "none";
      compare(live, "site.setLastDay", result, { isSo: so === lastDay, so, kinds: ["done"] });
    }
    for (const [typed, escaped] of [
      [`it's "<b>bold</b>" & 便签`, `it&#x27;s &quot;&lt;b&gt;bold&lt;/b&gt;&quot; &amp; 便签`],
      ["", ""],
    ] as const) {
      const result = await set("Note", { typed });
      const so = (await row()).note ?? "none";
      compare(live, "site.setNote", result, { isSo: so === escaped, so, kinds: ["done"] });
    }
    const { message } = await set("Last Day", { row: "never ends" });
    assert.match(message, /is already so\. Nothing was sent\./);
  });
});
