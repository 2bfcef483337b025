import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Checks } from "../../../../src/deployments/checkStage.ts";
import { prepareRollBack } from "../../../../src/deployments/rollBack.ts";
import { previewDeployment, previewRows } from "../../../../src/deployments/window/previewList.ts";
import { previewRollBack, type RollBackPreview } from "../../../../src/deployments/window/rollBackList.ts";
import type { Dialogs } from "../../../../src/ports/dialogs.ts";
import { liveAnswer } from "../../../fakes/liveAnswer.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";

const to = {
  panel: { name: "Shop" },
  kind: "site",
  targetKind: "website",
  target: { key: "1", label: "deployed.example.com" },
} as unknown as RollBackPreview["to"];

describe("the preview of a deployment", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await DeployFixture.start("baota")));
  afterEach(() => used.stop());

  it("names what stays on the server, and why", async () => {
    await used.source({ "index.html": "one", "a/x.js": "x", "shop/y.js": "y", "old.js": "z" });
    await used.deploy();
    used.link("a");
    used.put({ "old.js": "edited on the server" });
    await used.source({ "index.html": "two" });
    const prepared = await used.prepare({ nested: [{ path: `${ROOT}/shop`, site: "shop.example.com" }] });
    const preview = { prepared, shownPath: "dist", alsoServes: [], startsStopped: false, checks: {} };
    const rows = previewRows({ ...preview, to });
    const shown = Object.fromEntries(rows.map(({ label, description }) => [label, description]));
    assert.deepEqual(
      [shown["old.js"], shown["a/x.js"], shown["shop/y.js"]],
      ["changed since the last deployment", "behind a symbolic link", "in the root of “shop.example.com”"],
    );
    assert.equal(shown["Directories of other websites and projects, left alone"], "shop (shop.example.com)");
    assert.equal(rows[0]?.buttons?.length, 1, "another panel can be chosen");
    const byAgent = previewRows({ ...preview, to: { ...to, by: {} } });
    assert.deepEqual(
      [byAgent[0]?.label, byAgent[0]?.value],
      ["Asked for by: an agent", undefined],
      "Enter does nothing",
    );
    assert.deepEqual([byAgent[1]?.value, byAgent[1]?.buttons], ["deploy", []], "but not for an agent");
  });

  it("names scripts that the server's shell does not run, and patterns that match nothing", async () => {
    await used.source({ "index.html": "one" });
    const prepared = await used.prepare();
    const source = { ...prepared.source, windowsScripts: ["deploy.sh"], unmatched: ["{a,b}", "../x"] };
    const preview = { prepared: { ...prepared, source }, shownPath: "dist", alsoServes: [], startsStopped: false };
    assert.deepEqual(
      previewRows({ ...preview, to, checks: {} })
        .slice(1, 3)
        .map(({ label, description }) => `${label}: ${description ?? ""}`),
      [
        "Scripts with Windows line ends, which fail on the server: deploy.sh",
        "Patterns of “exclude” that match nothing: {a,b}, ../x",
      ],
    );
  });

  it("names links that lead out before all else, and shows where the others lead", async () => {
    await used.source({ "index.html": "one", "modules/next/index.js": "next" });
    await mkdir(join(used.folder, "vendor/acme"), { recursive: true });
    await symlink("..", join(used.folder, "modules/next/up"));
    await symlink("/etc", join(used.folder, "out"));
    await symlink("/nowhere", join(used.folder, "broken"));
    await symlink(used.workspace, join(used.folder, "vendor/acme/ui"));
    const prepared = await used.prepare();
    const rows = previewRows({ prepared, to, shownPath: "dist", alsoServes: [], startsStopped: false, checks: {} });
    assert.deepEqual(
      rows.slice(1, 3).map(({ label, description }) => [label, description]),
      [
        ["Links to modules that are not sent: the project may not start", `vendor/acme/ui (to ${used.workspace})`],
        ["Links out of the folder, not sent", "out (to /etc)"],
      ],
    );
    const shown = Object.fromEntries(rows.map(({ label, description }) => [label, description]));
    assert.deepEqual(
      [shown["modules/next/up"], shown["out"], shown["broken"]],
      ["a link to ..", "a link to /etc, outside of the folder", "a link to /nowhere, where nothing is"],
    );
  });

  it("shows the difference of a file unless the panel would refuse its name, or read another one", async () => {
    await used.source({ "it's [slug].js": "one", "a|b.js": "one", "a&ltb.js": "one", "[...slug].js": "one" });
    await used.deploy();
    await used.source({ "it's [slug].js": "two", "a|b.js": "two", "a&ltb.js": "two", "[...slug].js": "two" });
    const prepared = await used.prepare();
    const rows = previewRows({ prepared, to, shownPath: "dist", alsoServes: [], startsStopped: false, checks: {} });
    const compared = rows.flatMap(({ label, value }) => (typeof value === "object" ? [label] : []));
    assert.deepEqual(compared, ["it's [slug].js"]);
  });

  it("says what follows once the files are there", async () => {
    await used.source({ "index.html": "one" });
    const prepared = await used.prepare();
    const afterwards = (checks: Checks) =>
      previewRows({ prepared, to, shownPath: "dist", alsoServes: [], startsStopped: false, checks }).find(
        ({ label }) => label === "Afterwards",
      )?.description;
    const address = "https://shop.example.com/health?token=1";
    assert.equal(afterwards({}), undefined);
    assert.equal(afterwards({ rollsBack: true }), undefined);
    assert.equal(afterwards({ address }), "https://shop.example.com/health is asked");
    assert.equal(
      afterwards({ address, watch: 120, rollsBack: true }),
      "https://shop.example.com/health is asked · it is watched for 120 s · it goes back by itself if that answers worse than before",
    );
    // what its log says takes nothing back
    assert.equal(
      afterwards({ watch: 120, rollsBack: true }),
      "its log is shown for 120 s, and only an address in “check” could take it back",
    );
  });

  it("changes nothing at Enter where what is typed finds no file", async () => {
    await used.source({ "index.html": "one" });
    const list = {
      prepared: await used.prepare(),
      to,
      shownPath: "dist",
      alsoServes: [],
      startsStopped: false,
      checks: {},
    };
    const first = async (typed: string) => firstRow((dialogs) => previewDeployment(dialogs, list), typed);
    assert.deepEqual([await first(""), await first("no-such.php")], ["Deploy", "On this computer"]);
  });

  it("does so, too, where it is of a roll back", async () => {
    await used.source({ "index.html": "one" });
    await used.deploy();
    const prepared = await prepareRollBack(await used.place(), await used.past(), used.context());
    const list = { prepared, to };
    const first = async (typed: string) => firstRow((dialogs) => previewRollBack(dialogs, list), typed);
    const [untyped, typed] = [await first(""), await first("no-such.php")];
    assert.equal(untyped, "Roll Back");
    assert.match(typed ?? "", /^Undoes/);
  });
});

/** The row of a list that Enter takes once something is typed. */
async function firstRow(
  show: (dialogs: Pick<Dialogs, "live">) => Promise<unknown>,
  typed: string,
): Promise<string | undefined> {
  let labels: readonly string[] = [];
  await show({ live: async (list) => liveAnswer(list, typed, (shown) => (labels = shown)) });
  return labels[0];
}
