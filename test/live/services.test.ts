import { compare, onEachPanel } from "./onEachPanel.ts";
import type { Verb } from "../../src/resources/verbs.ts";

type Pid = number | undefined;

onEachPanel("Services", (live) => {
  /** Acts on a service and compares its process. */
  async function actAndCompare(
    verb: Verb,
    name: "nginx" | "pure-ftpd",
    isSo: (before: Pid, after: Pid) => boolean,
    kinds: readonly string[] = ["done"],
  ): Promise<void> {
    const { server } = live.panel;
    const before = await server.serviceProcess(name);
    const result = await live.target.act("service", verb, name === "nginx" ? name : "Pure-FTPd");
    const after = await server.serviceProcess(name);
    const so = `process ${before ?? "none"} → ${after ?? "none"}`;
    compare(live, `service.${verb}`, result, { isSo: isSo(before, after), so, kinds });
  }

  it("reload with the same process", async () => {
    if (await live.panel.has("webServer")) await actAndCompare("reload", "nginx", (before, after) => before === after);
  });

  it("restart with another process", async () => {
    if (await live.panel.has("webServer"))
      await actAndCompare("restart", "nginx", (before, after) => after !== undefined && after !== before);
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

  it("stop and start", async () => {
    if (!(await live.panel.has("ftp"))) return;
    const { server } = live.panel;
    if ((await server.serviceProcess("pure-ftpd")) === undefined)
      await actAndCompare("start", "pure-ftpd", (_, after) => after !== undefined);
    await actAndCompare("stop", "pure-ftpd", (_, after) => after === undefined);
    await actAndCompare("start", "pure-ftpd", (_, after) => after !== undefined);
  });
});
