import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { checkConfiguration } from "../../../src/configurations/checkConfiguration.ts";
import { existingConfigurations } from "../../../src/configurations/existingConfigurations.ts";
import { resourceOf, type ResourceKind } from "../../../src/resources/resources.ts";
import { serviceOf } from "../../../src/serverFiles/configuredServices.ts";
import { ServerFiles } from "../../../src/serverFiles/serverFiles.ts";
import { changeFiles, puttingBackOf, savingOf } from "../../../src/serverFiles/window/changeFiles.ts";
import { outcomeText } from "../../../src/texts/actionTexts.ts";
import { checkScript } from "../../fakes/checkScript.ts";
import { note } from "../claims.ts";
import { onEachPanel } from "../onEachPanel.ts";

/** A mistake: what it is put behind, the line that the service names, counted from the mistake's own, and whether it starts without it. */
interface Mistake {
  readonly path: string;
  readonly behind: RegExp;
  readonly line: string;
  readonly named: RegExp;
  readonly off?: number;
  readonly startsWithout?: true;
}

onEachPanel("Configurations", (live) => {
  const { signal } = new AbortController();
  const files = () =>
    new ServerFiles(live.window.services.connections.of(live.target.record).callFor(signal), live.panel.clock, signal);

  async function pathsOf(kind: ResourceKind, label: string): Promise<readonly string[]> {
    const { row } = await live.target.item(kind, label);
    const candidates = resourceOf(kind).configurations?.of(row ?? assert.fail("no row")) ?? [];
    return (await existingConfigurations(files(), candidates)).map(({ path }) => path);
  }

  async function change(bytes: string, before: string, path: string, isBack = false): Promise<Outcome> {
    const sha1 = createHash("sha1").update(before).digest("hex");
    const saving = savingOf(path, Buffer.from(bytes), { sha1 });
    const [finished] = await changeFiles(live.window.services, live.target.record, [
      isBack ? puttingBackOf(path, Buffer.from(bytes), Buffer.from(before)) : saving,
    ]);
    const { request, outcome } = finished ?? assert.fail("nothing was done");
    const claimed = outcomeText(request, outcome)?.message ?? "";
    const isSo = (await live.panel.server.read(path)).toString() === bytes;
    note({ operation: `configuration ${path}`, panel: live.panel.name, claimed, so: `saved: ${String(isSo)}` });
    assert.ok(isSo && outcome.kind === "done", JSON.stringify(outcome));
    return outcome;
  }

  /** Makes a mistake, sees it named, does something, and mends it. */
  async function tries(mistake: Mistake, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    const { path, behind, line, named, off = 0, startsWithout } = mistake;
    const good = (await live.panel.server.read(path)).toString();
    const bad = `${good.slice(0, placeAfter(good, behind))}${line}\n${good.slice(placeAfter(good, behind))}`;
    const at = bad.slice(0, bad.indexOf(`${line}\n`)).split("\n").length;
    const { mode, uid, gid } = await live.panel.server.access(path);
    let now = good;
    try {
      now = bad;
      const outcome = await change(bad, good, path);
      assert.ok(outcome.kind === "done" && outcome.why === "broken", JSON.stringify(outcome));
      assert.match(outcome.broken?.text ?? "", named);
      assert.deepEqual(outcome.broken?.place, { path, line: at + off });
      assert.equal(outcome.broken.startsWithout, startsWithout);
      await meanwhile();
      const mended = await change(good, bad, path, true);
      now = good;
      assert.ok(mended.kind === "done" && mended.why === undefined, JSON.stringify(mended));
      assert.equal(mended.accepted, serviceOf(path));
    } finally {
      if (now !== good) await live.panel.server.put(path, Buffer.from(good), mode);
    }
    assert.deepEqual(await live.panel.server.access(path), { mode, uid, gid });
  }

  function placeAfter(text: string, behind: RegExp): number {
    const found = behind.exec(text) ?? assert.fail(`${String(behind)} is not in the file`);
    return found.index + found[0].length;
  }

  const check = async (service: "mysqld" | `php-fpm-${string}`) => {
    const connection = live.window.services.connections.of(live.target.record);
    const callFor = (given: AbortSignal) => connection.callFor(given);
    const leftTasks = new Set<string>();
    const found = await checkConfiguration(service, {
      callFor,
      clock: live.panel.clock,
      signal,
      leftTasks,
      checkScript,
    });
    assert.deepEqual([...leftTasks], []);
    return found;
  };

  it("of a website are those that the server has, and its rewrite rules are checked", async () => {
    if (!(await live.panel.has("webServer"))) return;
    const { panel, target } = live;
    const domain = `${panel.prefix}-configured.example.com`;
    const root = `/www/wwwroot/${domain}`;
    const site = { domain, name: domain, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "" };
    assert.equal((await target.create(site)).outcome.kind, "created");
    const paths = await pathsOf("site", domain);
    const [vhost, rewrite] = ["nginx", "rewrite"].map((part) => `/www/server/panel/vhost/${part}/${domain}.conf`);
    assert.ok(vhost !== undefined && rewrite !== undefined);
    for (const path of [vhost, rewrite]) assert.ok(paths.includes(path), `${path} in ${paths.join(" ")}`);
    for (const path of paths) assert.ok(await panel.server.has(path), path);
    await tries({ path: rewrite, behind: /^/, line: "nosuch_directive on;", named: /unknown directive/ });
  });

  it("of services are those that the server has", async () => {
    const { server } = live.panel;
    for (const { key } of await live.target.items("service")) {
      const paths = await pathsOf("service", key);
      for (const path of paths) assert.ok(await server.has(path), path);
      if (key === "nginx") assert.deepEqual(paths, ["/www/server/nginx/conf/nginx.conf"]);
      if (key === "mysqld") assert.deepEqual(paths, ["/etc/my.cnf"]);
      if (key.startsWith("php-fpm")) assert.ok(paths.some((path) => path.endsWith("/etc/php.ini")));
    }
  });

  it("of PHP-FPM are refused with their line, and it runs on until they are mended", async function () {
    this.timeout(120_000);
    if (!(await live.panel.has("php"))) return;
    const { server } = live.panel;
    const version = (await server.phpVersions()).at(-1) ?? "";
    const process = await server.serviceProcess(`php-fpm-${version}`);
    const path = `/www/server/php/${version}/etc/php-fpm.conf`;
    await tries({ path, behind: /\[www\]\n/, line: "nosuch = 1", named: /^unknown entry 'nosuch'$/ });
    assert.equal(await server.serviceProcess(`php-fpm-${version}`), process);
  });

  it("of PHP keep a mistake although PHP-FPM starts with it, also after a reload", async function () {
    this.timeout(180_000);
    if (!(await live.panel.has("php"))) return;
    const version = (await live.panel.server.phpVersions()).at(-1) ?? "";
    const path = `/www/server/php/${version}/etc/php.ini`;
    const name = `php-fpm-${version}` as const;
    const mistake = { line: "max_input_time = ((", named: /^syntax error, unexpected END_OF_LINE$/ };
    // PHP counts the end of the line as the next one
    await tries({ path, behind: /\[PHP\]\n/, ...mistake, off: 1, startsWithout: true }, async () => {
      const { record, message } = await live.target.act("service", "reload", name);
      assert.equal(record?.outcome.kind, "done", message);
      const found = await check(name);
      assert.ok(typeof found === "object" && found.startsWithout === true, JSON.stringify(found));
    });
    assert.equal(await check(name), "fine");
  });

  it("of MySQL are refused with their line, and it runs on until they are mended", async function () {
    this.timeout(120_000);
    if (!(await live.panel.has("mysql"))) return;
    const { server } = live.panel;
    const process = await server.serviceProcess("mysqld");
    const path = "/etc/my.cnf";
    const inGroup = { path, behind: /\[mysqld\]\n/ };
    await tries({ ...inGroup, line: "nosuch-setting = 1", named: /unknown variable 'nosuch-setting=1'/ });
    await tries({ path, behind: /^/, line: "stray = 1", named: /^Found option without preceding group$/ });
    assert.equal(await server.serviceProcess("mysqld"), process);
  });
});
