import assert from "node:assert/strict";
import type { DemoJavaProject } from "../../../../src/demoPanel/records/demoRecords.ts";
import { until, withPanel, type Fixture } from "../withPanel.ts";

const change = ({ call }: Fixture, query: Readonly<Record<string, string>>) =>
  call({ path: "/mod/java/project/change_log_path/stype", query });

async function said(fixture: Fixture, query: Readonly<Record<string, string>>) {
  const { status, msg } = JSON.parse((await change(fixture, query)).text) as { status: boolean; msg: string };
  return [status, msg];
}

const readLog = ({ post }: Fixture, name: string) =>
  post("/project/java/get_project_log/stype", { project_name: name }) as Promise<Readonly<Record<string, unknown>>>;

function projectOf({ panel }: Fixture, name: string): DemoJavaProject {
  const project = panel.state.javaProjects.find((candidate) => candidate.name === name);
  assert.ok(project);
  return project;
}

const CHANGED = [true, "项目日志路径修改成功"];

describe("a demo panel's Java logs", () => {
  const fast = { delays: { javaProcess: 10, javaListen: 10 } };

  it(
    "come escaped, with the size of the whole file",
    withPanel(async (fixture) => {
      const { log } = projectOf(fixture, "order-service").server;
      log.splice(0, log.length, "", "a < b && 'c'", "  ");
      assert.deepEqual(await readLog(fixture, "order-service"), {
        status: true,
        path: "/var/tmp/springboot/vhost/logs",
        file: "/var/tmp/springboot/vhost/logs/order-service.log",
        data: "a &lt; b &amp;&amp; &#x27;c&#x27;",
        size: "17.00 b",
      });
      log.push(...Array.from({ length: 4_000 }, (_, index) => `line ${index}`));
      const long = await readLog(fixture, "order-service");
      assert.equal(String(long["data"]).split("\n").length, 3_000);
      assert.equal(long["size"], "38.00 KB");
      assert.deepEqual(await readLog(fixture, "nosuch"), { status: false, msg: "项目不存在" });
    }),
  );

  it(
    "move to another directory, which is made, and the project restarts",
    withPanel(async (fixture) => {
      const project = projectOf(fixture, "order-service");
      const before = project.server.run?.pids;
      const query = { project_name: "order-service", path: "/www/wwwlogs/orders/" };
      assert.deepEqual(await said(fixture, query), CHANGED);
      assert.equal(project.logFile, "/www/wwwlogs/orders/order-service.log");
      assert.ok(fixture.panel.state.files.directories.has("/www/wwwlogs/orders"));
      await until(
        () => project.server.run,
        (run) => run?.listening === true && run.pids !== before,
      );
      const { data, file } = await readLog(fixture, "order-service");
      assert.match(
        String(data),
        /^\S+ +INFO \d+ --- \[main\] [^]+Tomcat started on port 18080[^]+ Started Application in [^\n]+$/,
      );
      assert.equal(file, "/www/wwwlogs/orders/order-service.log");
    }, fast),
  );

  it(
    "move below a file too, whereupon the project does not come up",
    withPanel(async (fixture) => {
      const project = projectOf(fixture, "order-service");
      assert.deepEqual(await said(fixture, { project_name: "order-service", path: "/etc/hostname" }), CHANGED);
      assert.equal(project.logFile, "/etc/hostname/order-service.log");
      await until(
        () => project.server.run,
        (run) => run === undefined,
      );
      assert.deepEqual(await said(fixture, { project_name: "order-service", path: "/www/wwwlogs" }), CHANGED);
      await until(
        () => project.server.run,
        (run) => run?.listening === true,
      );
    }, fast),
  );

  it(
    "stay where they are for anything else",
    withPanel(async (fixture) => {
      const project_name = "order-service";
      const { logFile, server } = projectOf(fixture, project_name);
      const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
        [{ project_name }, "参数错误"],
        [{ project_name, path: "" }, "参数错误"],
        [{ path: "/a" }, "参数错误"],
        [{ project_name: "nosuch", path: "/a" }, "项目不存在"],
        [{ project_name, path: "logs" }, "路径格式错误"],
        [{ project_name, path: "/www/../logs" }, "不安全的路径"],
        [{ project_name: "billing", path: "/a" }, "项目日志路径修改失败"],
      ];
      for (const [query, msg] of refused) assert.deepEqual(await said(fixture, query), [false, msg]);
      for (const path of ["/proc/nope/logs", "/etc/hostname/logs"])
        assert.equal((await change(fixture, { project_name, path })).status, 404);
      const after = projectOf(fixture, project_name);
      assert.deepEqual([after.logFile, after.server.run], [logFile, server.run]);
    }, fast),
  );
});
