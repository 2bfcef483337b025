import assert from "node:assert/strict";
import type { DemoJavaProject } from "../../../../src/demoPanel/state.ts";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";
import { eventually } from "../../../eventually.ts";

const change = ({ call }: Fixture, query: Readonly<Record<string, string>>) =>
  call({ path: "/mod/java/project/change_log_path/stype", query });

async function words(fixture: Fixture, query: Readonly<Record<string, string>>) {
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
    "move to another directory, which is made, and the project restarts",
    withPanel(async (fixture) => {
      const project = projectOf(fixture, "order-service");
      const before = project.server.run?.pids;
      const query = { project_name: "order-service", path: "/www/wwwlogs/orders/" };
      assert.deepEqual(await words(fixture, query), CHANGED);
      assert.equal(project.logFile, "/www/wwwlogs/orders/order-service.log");
      assert.ok(fixture.panel.state.files.has("/www/wwwlogs/orders"));
      await eventually(
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
    "move below a file, too, after which the project does not come up",
    withPanel(async (fixture) => {
      const project = projectOf(fixture, "order-service");
      assert.deepEqual(await words(fixture, { project_name: "order-service", path: "/etc/hostname" }), CHANGED);
      assert.equal(project.logFile, "/etc/hostname/order-service.log");
      await eventually(
        () => project.server.run,
        (run) => run === undefined,
      );
      assert.deepEqual(await words(fixture, { project_name: "order-service", path: "/www/wwwlogs" }), CHANGED);
      await eventually(
        () => project.server.run,
        (run) => run?.listening === true,
      );
    }, fast),
  );
});
