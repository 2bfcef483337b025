import { compare, onEachPanel } from "./onEachPanel.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import type { Part, ServiceName } from "./server.ts";

type Pid = number | undefined;

const isUp = (_before: Pid, after: Pid) => after !== undefined;
const isDown = (_before: Pid, after: Pid) => after === undefined;
const isAnew = (before: Pid, after: Pid) => after !== undefined && after !== before;

onEachPanel("Services", (live) => {
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

  it("reload with the same process", async () => {
    if (await live.panel.has("webServer")) await actAndCompare("reload", "nginx", (before, after) => before === after);
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

  for (const [part, name] of [
    ["ftp", "pure-ftpd"],
    ["redis", "redis"],
    ["mysql", "mysqld"],
    ["php", "php-fpm-82"],
  ] as const satisfies readonly (readonly [Part, ServiceName])[])
    it(`stop, start and restart: ${name}`, async () => {
      if (!(await live.panel.has(part)) || (part === "mysql" && !live.panel.may("mysql"))) return;
      if ((await live.panel.server.serviceProcess(name)) === undefined) await actAndCompare("start", name, isUp);
      await actAndCompare("stop", name, isDown);
      await actAndCompare("start", name, isUp);
      await actAndCompare("restart", name, isAnew);
    });

  it("are not said to be up where a reload with a broken configuration has ended them", async () => {
    if (!(await live.panel.has("php"))) return;
    const mend = await live.panel.server.breakPhp("82");
    try {
      await actAndCompare("reload", "php-fpm-82", isUp, ["wentWrong", "uncertain", "sent"]);
    } finally {
      await mend();
    }
    // panels take what is dead for running, for its socket is left (docs/protocol.md 17.3)
    await actAndCompare("restart", "php-fpm-82", isUp);
    await actAndCompare("reload", "php-fpm-82", isAnew);
  });
});
