import assert from "node:assert/strict";
import { withErrorBoundary } from "../../../src/commands/context/showFailure.ts";
import { configurationPath } from "../../../src/deployments/releases/servedDirectory.ts";
import { siteOf } from "../../../src/deployments/releases/switchBack.ts";
import { readState } from "../../../src/deployments/siteState.ts";
import { rollBackOn } from "../../../src/deployments/window/rollBackCommands.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { releaseLabel } from "../../../src/texts/releaseTexts.ts";
import { scriptOf, type Conversation, type ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { note } from "../claims.ts";
import { DeployedSite } from "../deployed/deployedSite.ts";
import { isDemo } from "../livePanels.ts";
import { onEachPanel, soon } from "../onEachPanel.ts";

const rollBackSite = rollBackOn("site");

const SERVE_AGAIN = { to: "Serve the release “site” of", with: true } as const;
const LIST = "Go back to what?";
const PLAIN = "The website as it was before its first release";

onEachPanel("Releases of a website that is stopped", (live, edition) => {
  let site: DeployedSite;
  let version = 0;

  before(async function () {
    this.timeout(240_000);
    const [php = "00"] = await live.panel.server.phpVersions();
    site = await DeployedSite.create(live, "stopped", undefined, php);
    await site.addForeign({ "index.html": "its own" });
  });

  const configuration = async () => (await live.panel.server.read(configurationPath(site.name))).toString();
  const rootNow = async () => /^\s*root\s+([^;\s]+)\s*;/m.exec(await configuration())?.[1] ?? assert.fail();
  const isServed = async (root: string) => live.panel.server.isServed({ name: site.name, port: 80, root });
  const hasIni = async (root: string) => live.panel.server.has(`${root}/.user.ini`);

  /** Rolls back by the row's command, and answers for the person. */
  async function rollBack(...answers: readonly ScriptedAnswer[]): Promise<Conversation> {
    const { id } = await live.target.item("site", site.name);
    const script = scriptOf(answers, async (_title, task) => task(new AbortController().signal, () => undefined));
    let defect: string | undefined;
    const log = { ...live.window.services.log, error: (line: string) => void (defect = line) };
    const services = { ...live.window.services, log, dialogs: script.dialogs };
    await withErrorBoundary(services, "serverPanel.rollBack", async () => rollBackSite(services, [id]));
    const conversation = await script.finish();
    assert.equal(defect, undefined);
    return conversation;
  }

  const texts = ({ messages }: Conversation) => messages.map(({ message }) => message).join("\n");
  const details = ({ questions }: Conversation) => questions.map(({ detail }) => detail).join("\n");

  function claim(operation: string, conversation: Conversation, so: string): void {
    note({ operation, panel: live.panel.name, claimed: texts(conversation), so });
  }

  /** Prepares the next version. */
  async function prepare() {
    version += 1;
    await site.source({ "index.html": `page ${version}` });
    return site.prepareRelease(await site.on(live.target), { keep: 2 });
  }

  /** Deploys the next version, which the website serves then, with the panel's own file. */
  async function deploy(): Promise<string> {
    const prepared = await prepare();
    assert.equal(prepared.release?.lost, undefined);
    const outcome = await site.run(await site.on(live.target), prepared);
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    const root = await rootNow();
    assert.equal((await live.panel.server.read(`${root}/index.html`)).toString(), `page ${version}`);
    assert.ok(await hasIni(root), root);
    return root;
  }

  async function turn(verb: "start" | "stop"): Promise<void> {
    const { record } = await live.target.act("site", verb, site.name);
    assert.equal(record?.outcome.kind, "done", verb);
  }

  /** Stops and starts the website, as a person does in the panel; a demo panel forgets the run path by whatever call. */
  async function turnOffAndOn(): Promise<void> {
    if (!isDemo(edition)) {
      const { id = 0 } = siteOf(await site.on(live.target));
      await live.panel.server.turnOffAndOn({ id, name: site.name });
      return;
    }
    for (const verb of ["stop", "start"] as const) await turn(verb);
  }

  async function assertServed(root: string, when: string): Promise<void> {
    assert.equal(await rootNow(), root, when);
    // right after the panel's answer, the old workers still answer
    assert.ok(await soon(async () => isServed(root), 5), when);
  }

  /** Fails unless it is said that the panel's own file stays behind, where a start has taken the website away from it. */
  async function assertToldOfIni(older: string): Promise<void> {
    const remembered = await deploy();
    await turnOffAndOn();
    const plain = [
      { to: LIST, with: PLAIN },
      { to: "as it was before its first release?", with: true },
    ] as const;
    await rollBack(...plain);
    await turnOffAndOn();
    await assertServed(remembered, "BaoTa remembers it also after the way back");
    assert.deepEqual([await hasIni(remembered), await hasIni(site.root)], [false, true]);
    const { choices } = await rollBack({ to: LIST, with: undefined });
    const label = releaseLabel(older.split("/").at(-1) ?? "");
    const [row = ""] =
      choices
        .at(-1)
        ?.find((each) => each.includes(`: Release ${label}`))
        ?.split(": ") ?? [];
    const toOlder = await rollBack({ to: LIST, with: row }, { to: "Go back to the release “site” of", with: false });
    assert.ok(details(toOlder).includes(`Stays behind: ${site.root}/.user.ini, so nothing`), details(toOlder));
    const toPlain = await rollBack(...plain);
    assert.doesNotMatch(details(toPlain), /Stays behind/);
    await assertServed(site.root, "its own directory");
    claim(
      "a way back to where .user.ini is",
      toPlain,
      "served with .user.ini; to another release it says that it stays",
    );
    // which has the file again
    await deploy();
  }

  it("are served again, where the panel has lost the run path at the start", async function () {
    this.timeout(300_000);
    const release = await deploy();
    await turnOffAndOn();
    if (edition === "baota") {
      await assertServed(release, "BaoTa remembers it");
      await assertToldOfIni(release);
      return;
    }
    await assertServed(site.root, "aaPanel does not");
    assert.deepEqual([await hasIni(release), await hasIni(site.root)], [true, false]);
    assert.notEqual((await prepare()).release?.lost, undefined);
    const turnedAway = await rollBack({ ...SERVE_AGAIN, with: false });
    assert.equal(texts(turnedAway), "");
    await assertServed(site.root, "turned away");
    const again = await rollBack(SERVE_AGAIN);
    assert.match(details(again), /so the panel has lost the run path/);
    assert.match(texts(again), /serves release /);
    await assertServed(release, texts(again));
    assert.ok(await hasIni(release));
    if (!isDemo(edition)) assert.ok(await live.panel.server.isLocked(`${release}/.user.ini`));
    claim("Serve It Again", again, "served, with .user.ini and its +i");
    await deploy();
    assert.equal(await hasIni(release), false);
    await site.assertNothingLeft("after it was served again");
  });

  it("are given up while that lasts, where they were cut off before they counted", async function () {
    this.timeout(300_000);
    const older = await deploy();
    const prepared = await prepare();
    let isDead = false;
    const dying = await site.counted(async (operation) => {
      if (isDead) throw new PanelError({ kind: "cancelled" });
      isDead = operation === "site.setRunPath";
    });
    const cutOff = await site.run(dying, prepared);
    assert.equal(cutOff.kind, "uncertain", JSON.stringify(cutOff));
    const held = await rootNow();
    assert.notEqual(held, older);
    await turn("stop");
    const stopped = await configuration();
    const isOpen = async () => {
      const to = await site.on(live.target);
      return (await readState(site.filesOf(to), await site.place(to))).unfinished !== undefined;
    };
    const giveUp = { to: "Give up “site” on", with: true } as const;
    const turnedAway = await rollBack({ ...giveUp, with: false });
    assert.match(details(turnedAway), /The website is stopped\. Start it first/);
    assert.deepEqual([texts(turnedAway), await isOpen()], ["", true]);
    const givenUp = await rollBack(giveUp);
    assert.match(texts(givenUp), /^“site” was given up: /);
    assert.equal(await isOpen(), false);
    assert.equal(await configuration(), stopped);
    for (const release of [older, held]) assert.ok(await live.panel.server.isDirectory(release), release);
    claim("Give Up while the website is stopped", givenUp, "both releases and the configuration are as before it");
    await turn("start");
    if (edition === "aapanel" && isDemo(edition)) await rollBack(SERVE_AGAIN);
    await assertServed(held, "after the start");
    const listed = await rollBack({ to: LIST, with: undefined });
    assert.equal(listed.choices.at(-1)?.length, 4, "three releases and what was before them");
    await deploy();
    await site.assertNothingLeft("after one that was given up", true);
  });
});
