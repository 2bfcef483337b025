import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { sendFiles } from "../../../../src/deployments/window/sendFiles.ts";
import { readPastDeployments } from "../../../../src/deployments/siteState.ts";
import { rollBackOn } from "../../../../src/deployments/window/rollBackCommands.ts";
import { exactTimeText } from "../../../../src/texts/timeTexts.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");
const PREVIEW = { to: "Deploy “site” to", with: " > Deploy" } as const;
const WHOLE = [{ to: "Which deployment?", with: "site" }, PREVIEW] as const;

describe("a file of a deployment", () => {
  let window: DeployWindow;
  const file = (path: string) => join(window.used.workspace, "dist", path);
  const inFront = (path: string) => void (window.commands.workspace.inFront = file(path));
  const send = async (...answers: readonly ScriptedAnswer[]) => window.run(sendFiles, ...answers);
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state(STATED);
    await window.used.source({ "index.html": "one", "css/app.css": "one", "old.html": "one" });
    await window.run(deploySite, ...WHOLE);
  });
  afterEach(() => window.dispose());

  it("is sent by itself, without a question, and told in the status bar", async () => {
    await window.used.source({ "index.html": "two", "css/app.css": "two" });
    inFront("css/app.css");
    const { messages, mentioned } = await send();
    assert.deepEqual(window.used.server["css/app.css"], "two");
    assert.deepEqual([window.used.server["index.html"], window.used.server["old.html"]], ["one", "one"]);
    assert.deepEqual(messages, []);
    assert.deepEqual(mentioned.at(-1), `“css/app.css” is on “${SITE}” on “Shop”.`);
  });

  it("is saved before", async () => {
    const { workspace } = window.commands;
    inFront("index.html");
    workspace.unsavedFiles.set(file("index.html"), true);
    await window.used.source({ "index.html": "two", "css/app.css": "one", "old.html": "one" });
    await send();
    assert.deepEqual(workspace.savedFiles, [file("index.html")]);
    workspace.unsavedFiles.set(file("index.html"), false);
    assert.match((await send()).messages[0]?.message ?? "", /was not saved, so it was not deployed/);
  });

  it("leaves what is known of the others, so that the next whole deployment compares and removes as before", async () => {
    await window.used.source({ "index.html": "two", "css/app.css": "one" });
    inFront("index.html");
    await send();
    assert.equal(window.used.server["old.html"], "one");
    await window.run(deploySite, ...WHOLE);
    assert.equal(window.used.server["old.html"], undefined);
    assert.equal(window.used.server["index.html"], "two");
  });

  it("goes back to what was there", async () => {
    await window.used.source({ "index.html": "two" });
    inFront("index.html");
    await send();
    const [latest] = await readPastDeployments(window.used.files, await window.place());
    const when = { to: "Go back to before which deployment?", with: exactTimeText(latest?.at ?? 0) };
    const preview = { to: `Roll Back “${SITE}” on “Shop”`, with: " > Roll Back" };
    await window.run(rollBackOn("site"), { to: "Roll Back Website", with: SITE }, when, preview);
    assert.equal(window.used.server["index.html"], "one");
    assert.equal(window.used.server["css/app.css"], "one");
  });

  it("opens the comparison where somebody has changed it on the server, and then the preview", async () => {
    window.used.put({ "index.html": "colleague" });
    await window.used.source({ "index.html": "two", "css/app.css": "one", "old.html": "one" });
    inFront("index.html");
    await send({ ...PREVIEW, with: undefined });
    assert.equal(window.used.server["index.html"], "colleague");
    assert.equal(window.commands.workbench.compared.length, 1);
    await send(PREVIEW);
    assert.equal(window.used.server["index.html"], "two");
  });

  it("is new, or one of several that are selected in the Explorer", async () => {
    await window.used.source({ "index.html": "two", "js/new.js": "new", "css/app.css": "one", "old.html": "one" });
    const selected = ["index.html", "js/new.js"].map((path) => ({ fsPath: file(path) }));
    const { mentioned } = await window.commands.answering([], async () =>
      sendFiles({ ...window.services, dialogs: window.commands.services.dialogs }, [selected[0], selected]),
    );
    assert.deepEqual([window.used.server["index.html"], window.used.server["js/new.js"]], ["two", "new"]);
    assert.match(mentioned.at(-1) ?? "", /^2 files are on/);
  });

  it("is not sent where a rule leaves it out, nor where no deployment has it", async () => {
    await window.used.source({ ".env": "SECRET=1", "index.html": "one" });
    inFront(".env");
    assert.match(
      (await send()).messages[0]?.message ?? "",
      /“\.env” is left out of “site” by the rule .*Nothing was sent/,
    );
    window.commands.workspace.inFront = join(window.used.workspace, "notes.txt");
    assert.match((await send()).messages[0]?.message ?? "", /No deployment has “notes\.txt”/);
    window.commands.workspace.inFront = undefined;
    assert.match((await send()).messages[0]?.message ?? "", /has no file of this computer/);
    assert.equal(window.used.server[".env"], undefined);
  });

  it("does not run the steps of its deployment, which run with the next whole one", async () => {
    window.state({ ...STATED, steps: [{ name: "Build", run: "touch ran", when: "after" }] });
    await window.used.source({ "index.html": "two", "css/app.css": "one", "old.html": "one" });
    inFront("index.html");
    const { questions } = await send();
    assert.deepEqual(questions, []);
    assert.equal(window.used.server["index.html"], "two");
    assert.equal(window.used.server["ran"], undefined);
  });

  it("asks before on the most careful panels alone", async () => {
    await window.used.source({ "index.html": "two", "css/app.css": "one", "old.html": "one" });
    inFront("index.html");
    const { store } = window.services;
    await store.update(window.panel.id, { guardLevel: "typeName" });
    const { questions } = await send({ to: `Deploy to “${SITE}” on “Shop”?`, with: false });
    assert.equal(questions.length, 1);
    assert.equal(window.used.server["index.html"], "one");
    await store.update(window.panel.id, { guardLevel: "ask" });
    assert.deepEqual((await send()).questions, []);
    assert.equal(window.used.server["index.html"], "two");
  });

  it("does not say that a link is there where the server keeps a directory in its place", async () => {
    window.used.put({ "media/upload.txt": "theirs" });
    await window.used.source({ "index.html": "two", "css/app.css": "one", "old.html": "one" });
    await symlink("css", file("media"));
    const selected = ["index.html", "media"].map((path) => ({ fsPath: file(path) }));
    const { mentioned } = await window.commands.answering([], async () =>
      sendFiles({ ...window.services, dialogs: window.commands.services.dialogs }, [selected[0], selected]),
    );
    assert.equal(window.used.server["index.html"], "two");
    assert.equal(window.used.server["media/upload.txt"], "theirs");
    assert.doesNotMatch(mentioned.join(), /2 files are on/);
  });
});
