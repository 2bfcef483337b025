import assert from "node:assert/strict";
import { withAapanel, answerOf, done, failed, PAGE, said, stamped } from "./aapanel/aapanel.ts";
import { type Fixture, until, withPanel } from "./withPanel.ts";

const logsOf = ({ panel }: Fixture, name: string) =>
  panel.state.sites.find((site) => site.name === name)?.logs ?? assert.fail(name);

describe("logs of websites", () => {
  const ask = (fixture: Fixture, path: string, action: string, siteName: string) =>
    answerOf(fixture, path, { action, siteName });

  it(
    "have the signs that panels put into them, and no file is told from an empty one, on BaoTa",
    withPanel(async (fixture) => {
      const logs = logsOf(fixture, "shop.example.com");
      Object.assign(logs, { access: [`"<a>" & 'b'`], error: undefined });
      const shop = (action: string) => ask(fixture, "/site", action, "shop.example.com");
      assert.deepEqual(await shop("GetSiteLogs"), said(true, "＂＜a＞＂ &amp; ＇b＇"));
      assert.deepEqual(await shop("get_site_errlog"), said(false, "日志为空"));
      logs.error = [];
      assert.deepEqual(await shop("get_site_errlog"), said(true, ""));
      assert.equal(await ask(fixture, "/site", "GetSiteLogs", "nope.example.com"), PAGE);
    }),
  );

  it(
    "are answered alike for a site that is not there and a log that is not, on aaPanel",
    withAapanel(async (fixture) => {
      const logs = logsOf(fixture, "shop.example.com");
      Object.assign(logs, { access: ["<a>"], error: undefined });
      const shop = (path: string, action: string) => ask(fixture, path, action, "shop.example.com");
      assert.deepEqual(stamped(await shop("/v2/site", "GetSiteLogs")), done("＜a＞"));
      const missing = failed("The log file does not exist.");
      assert.deepEqual(stamped(await shop("/v2/site", "get_site_err_log")), missing);
      assert.deepEqual(stamped(await ask(fixture, "/v2/site", "GetSiteLogs", "nope.example.com")), missing);
      assert.deepEqual(await shop("/site", "get_site_err_log"), said(false, "Log is empty"));
      logs.error = [];
      assert.deepEqual(stamped(await shop("/v2/site", "get_site_err_log")), done(""));
      const { msg } = (await shop("/site", "get_site_err_log")) as { readonly msg: string };
      assert.match(msg, /^Project-Id-Version: /);
    }),
  );

  it(
    "are their last thousand lines",
    withPanel(async (fixture) => {
      const { access } = logsOf(fixture, "shop.example.com");
      access?.push(...Array.from({ length: 3_000 }, (_, index) => `line ${index}`));
      const { msg } = (await ask(fixture, "/site", "GetSiteLogs", "shop.example.com")) as { readonly msg: string };
      assert.deepEqual([msg.split("\n").length, msg.split("\n")[0]], [1_000, "line 2000"]);
    }),
  );

  it(
    "are whole on the newer route of aaPanel, unless the number of lines is asked for",
    withAapanel(async (fixture) => {
      const { access } = logsOf(fixture, "shop.example.com");
      access?.push(...Array.from({ length: 3_000 }, (_, index) => `line ${index}`));
      const linesOf = async (fields: Readonly<Record<string, string>>) => {
        const asked = { action: "GetSiteLogs", siteName: "shop.example.com", ...fields };
        const { message } = stamped(await answerOf(fixture, "/v2/site", asked));
        return (message as { readonly result: string }).result.split("\n").length;
      };
      assert.deepEqual([await linesOf({}), await linesOf({ lines: "1000" })], [access?.length, 1_000]);
    }),
  );

  it(
    "and of all that runs grow on a lively panel, and of nothing that is stopped",
    withPanel(
      async (fixture) => {
        const { sites, javaProjects, containers } = fixture.panel.state;
        const lengths = () => ({
          running: sites.flatMap(({ running, logs }) => (running ? [logs?.access?.length ?? 0] : [])),
          stopped: sites.flatMap(({ running, logs }) => (running ? [] : [logs?.access?.length ?? 0])),
          java: javaProjects.map(({ server }) => server.log.length),
          containers: containers.map(({ log }) => log.length),
        });
        const before = lengths();
        const grew = (of: "running" | "java" | "containers") =>
          lengths()[of].some((length, index) => length > (before[of][index] ?? 0));
        await until(
          () => grew("running") && grew("java") && grew("containers"),
          (isSo) => isSo,
        );
        assert.deepEqual(lengths().stopped, before.stopped);
      },
      { isLively: true },
    ),
  );
});
