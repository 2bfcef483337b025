import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import type { Deployment } from "../../../../src/deployments/deploymentSetting.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { javaRow, listOf } from "../../../fakes/rows.ts";
import { temporaryDirectory } from "../../../fakes/storageFixture.ts";
import type { ResultOf } from "../../../../src/wire/operations/operations.ts";

const ORDERS: Deployment = {
  name: "orders",
  project: "demo",
  jar: "target/*.jar",
  rollBack: "ask",
  replaceChanged: false,
  steps: [],
};

describe("a deployment by a task", () => {
  let window: CommandFixture;
  let path: string;
  let panel: PanelRecord;
  let said: string[];
  let cancelling: AbortController;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    path = await temporaryDirectory();
    said = [];
    cancelling = new AbortController();
    await mkdir(join(path, "target"));
    for (const name of ["demo-2.jar", "demo-1.jar"]) await writeFile(join(path, "target", name), name);
    const folder = { name: "server", path };
    window.workspace.opened.push(folder);
    window.workspace.settings.set(path, [ORDERS]);
    window.workspace.jars = [join(path, "target", "demo-2.jar"), join(path, "target", "demo-1.jar")];
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", jar: "/www/demo.jar" })]),
      "file.stat": ({ paths }) => listOf(paths.map((each) => ({ path: each, exists: false, isFile: false, bytes: 0 }))),
      "site.list": () => listOf([]),
      "file.hash": () => "0".repeat(40),
      "file.attributes": () => ({ device: 1 }) as ResultOf<"file.attributes">,
    };
    await rememberPanel(window.services.memento, { folder, deployment: ORDERS }, panel);
  });
  afterEach(() => window.dispose());

  const run = async (name = "orders") =>
    deployByTask(window.services, name, {
      showLines: () => undefined,
      say: (sentence) => void said.push(sentence),
      signal: cancelling.signal,
      showProgress: () => assert.fail("nothing is sent"),
      sentence: (question) => `A task asks: ${question}`,
    });

  it("names the latest jar that matches before it looks at the server", async () => {
    assert.equal(await run(), "The project's file is not there, or is a link: /www/demo.jar.");
    const latest = `The file is ${join("target", "demo-2.jar")}, the likeliest of 2 that match target/*.jar.`;
    assert.deepEqual(said, ["Looking for “demo”…", latest, "Reading “demo-2.jar”…", "Comparing with the server…"]);
    said.length = 0;
    window.workspace.jars = window.workspace.jars.slice(1);
    await run();
    assert.equal(said[1], `The file is ${join("target", "demo-1.jar")}.`);
  });

  it("takes the program where others that a build makes beside it are later, and stops where it is not sure", async () => {
    const at = (name: string) => join(path, "target", name);
    window.workspace.jars = [at("demo-2-plain.jar"), at("demo-2.jar"), at("demo-1.jar")];
    await run();
    assert.equal(said[1], `The file is ${join("target", "demo-2.jar")}, the likeliest of 3 that match target/*.jar.`);
    window.workspace.jars = [at("demo-2.jar"), at("other-1.jar"), at("demo-1.jar")];
    assert.equal(
      await run(),
      `It is not sure which file is meant by target/*.jar: ${["demo-2.jar", "other-1.jar", "demo-1.jar"].map((name) => join("target", name)).join(", ")}. ` +
        "Name it in the settings so that only builds of it match. Nothing was sent.",
    );
    window.workspace.jars = [at("demo-2-sources.jar")];
    const why = await run();
    assert.match(typeof why === "string" ? why : "", /^It is not sure which file is meant/);
  });

  it("says why it does not begin", async () => {
    assert.equal(await run("other"), "There is no deployment “other” in the settings.");
    window.workspace.jars = [];
    assert.equal(await run(), "No file matches target/*.jar. Nothing was sent.");
    window.workspace.settings.set(path, [{ ...ORDERS, task: "build" }]);
    window.workspace.tasks.set("build", 1);
    assert.equal(await run(), "The task “build” ended with 1. Nothing was deployed.");
    window.workspace.settings.set(path, [{ ...ORDERS, project: "gone" }]);
    assert.equal(await run(), "“Shop” has no Java project called “gone”.");
    await window.services.store.update(panel.id, { guardLevel: "readOnly" });
    assert.equal(await run(), "“Shop” is read-only. Nothing was sent.");
    window.kept.clear();
    assert.equal(await run(), "Deploy “orders” once by its command: that asks which panel it means.");
    window.workspace.trusted = false;
    assert.equal(await run(), "Nothing can be deployed from a folder that is not trusted.");
  });

  it("sends nothing once it is canceled", async () => {
    window.handlers = { ...window.handlers, "file.stat": () => assert.fail("nothing is asked") };
    window.workspace.files = async () => {
      cancelling.abort();
      return window.workspace.jars;
    };
    await assert.rejects(run(), { failure: { kind: "cancelled" } });
  });
});
