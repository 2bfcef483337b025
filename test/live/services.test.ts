import { compare, onEachPanel } from "./onEachPanel.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import type { ServiceName } from "./server.ts";

type Pid = number | undefined;

const isUp = (_before: Pid, after: Pid) => after !== undefined;
const isDown = (_before: Pid, after: Pid) => after === undefined;
const isAnew = (before: Pid, after: Pid) => after !== undefined && after !== before;

onEachPanel("Services", (live) => {
  const phpVersion = async () => (await live.panel.server.phpVersions()).at(-1) ?? "";
  /** Acts on a service and compares its process. */
  async function actAndCompare(
    verb: Verb,
    name: ServiceName,
    isSo: (before: Pid, after: Pid) => boolean,
    kinds: readonly string[] = ["done"],
  ): Promise<void> {
    const { server } = live.panel;
    const before = await server.serviceProcess(name);
    const result = await live.target.act("service", verb, name);
    const after = await server.serviceProcess(name);
    const so = `process ${before ?? "none"} → ${after ?? "none"}`;
    compare(live, `service.${verb}`, result, { isSo: isSo(before, after), so, kinds });
  }

  it("reload with the same process and other workers", async () => {
    if (!(await live.panel.has("webServer"))) return;
    const { server } = live.panel;
    const look = async () => ({
      process: await server.serviceProcess("nginx"),
      workers: await server.webServerWorkers(),
    });
    const before = await look();
    const result = await live.target.act("service", "reload", "nginx");
    const after = await look();
    const isSo = before.process === after.process && after.workers.some((worker) => !before.workers.includes(worker));
    const so = `workers ${before.workers.join(" ")} → ${after.workers.join(" ")}`;
    compare(live, "service.reload", result, { isSo, so, kinds: ["done"] });
  });

  it("restart with another process", async () => {
    if (await live.panel.has("webServer")) await actAndCompare("restart", "nginx", isAnew);
  });

  it("with a broken configuration are left alone", async () => {
    if (!(await live.panel.has("webServer"))) return;
    const mend = await live.panel.server.breakWebServer();
    try {
      await actAndCompare("reload", "nginx", () => false, ["failed"]);
      await actAndCompare("restart", "nginx", () => false, ["failed"]);
    } finally {
      await mend();
    }
  });

  for (const [part, service] of [
    ["ftp", "pure-ftpd"],
    ["redis", "redis"],
    ["mysql", "mysqld"],
    ["php", "php-fpm"],
  ] as const)
    it(`stop, start and restart: ${service}`, async () => {
      if (!(await live.panel.has(part)) || (part === "mysql" && !live.panel.may("mysql"))) return;
      const name = service === "php-fpm" ? (`php-fpm-${await phpVersion()}` as const) : service;
      if ((await live.panel.server.serviceProcess(name)) === undefined) await actAndCompare("start", name, isUp);
      await actAndCompare("stop", name, isDown);
      await actAndCompare("start", name, isUp);
      await actAndCompare("restart", name, isAnew);
    });

  it("are not said to be up where a reload with a broken configuration has ended them", async () => {
    if (!(await live.panel.has("php"))) return;
    const version = await phpVersion();
    const name = `php-fpm-${version}` as const;
    const mend = await live.panel.server.breakPhp(version);
    try {
      // aaPanel itself reports it
      await actAndCompare("reload", name, isUp, ["wentWrong", "uncertain", "sent", "failed"]);
    } finally {
      await mend();
      await actAndCompare("start", name, isUp);
    }
    await actAndCompare("reload", name, isAnew);
  });
});
