import assert from "node:assert/strict";
import { answerOf, withAapanel } from "./aapanel/aapanel.ts";
import { type Fixture, withPanel } from "../../demoPanel/withPanel.ts";
import { writeBrokenPages } from "../../../src/demoPanel/seed.ts";
import { eventually } from "../../eventually.ts";

const logsOf = ({ panel }: Fixture, name: string) =>
  panel.state.sites.find((site) => site.name === name)?.logs ?? assert.fail(name);

describe("logs of websites", () => {
  const ask = (fixture: Fixture, path: string, action: string, siteName: string) =>
    answerOf(fixture, path, { action, siteName });

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
    "are whole on the newer route of aaPanel, unless a number of lines is given",
    withAapanel(async (fixture) => {
      const { access } = logsOf(fixture, "shop.example.com");
      access?.push(...Array.from({ length: 3_000 }, (_, index) => `line ${index}`));
      const linesOf = async (fields: Readonly<Record<string, string>>) => {
        const asked = { action: "GetSiteLogs", siteName: "shop.example.com", ...fields };
        const answer = await answerOf(fixture, "/v2/site", asked);
        return (answer as { readonly message: { readonly result: string } }).message.result.split("\n").length;
      };
      assert.deepEqual([await linesOf({}), await linesOf({ lines: "1000" })], [access?.length, 1_000]);
    }),
  );

  it(
    "grow by an error of PHP where the first page of a running website throws",
    withPanel(async (fixture) => {
      const { state } = fixture.panel;
      const { error } = logsOf(fixture, "shop.example.com");
      const before = error?.length ?? 0;
      const page = { mtime: 1, uid: 1001, gid: 1001, mode: 0o644 };
      const path = "/www/wwwroot/shop.example.com/index.php";
      state.files.set(path, { ...page, bytes: Buffer.from("<?php\necho 1; // throw nothing\n") });
      writeBrokenPages(state, 0);
      assert.equal(error?.length, before);
      state.files.set(path, { ...page, bytes: Buffer.from("<?php\n\n  throw new Exception();\n") });
      writeBrokenPages(state, 0);
      assert.match(error[before] ?? "", /^1970\/01\/01 00:00:00 \[error\] .+PHP Fatal error: .+index\.php:3$/);
      const { msg } = (await ask(fixture, "/site", "get_site_errlog", "shop.example.com")) as { readonly msg: string };
      assert.ok(msg.includes("thrown in /www/wwwroot/shop.example.com/index.php on line 3"));
    }),
  );

  it(
    "grow on a lively panel for everything that runs",
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
        await eventually(
          () => grew("running") && grew("java") && grew("containers"),
          (isSo) => isSo,
        );
        assert.deepEqual(lengths().stopped, before.stopped);
      },
      { isLively: true },
    ),
  );
});
