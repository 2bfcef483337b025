import assert from "node:assert/strict";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { operations, type OperationId, type OperationIdOf } from "../../src/wire/operations/operations.ts";
import { wireOf, wiresOf } from "./decodeRecorded.ts";
import { plays } from "./plays/table.ts";

type Lacking = { readonly [Edition in KnownEdition]: Reasons<Exclude<OperationId, OperationIdOf<Edition>>> };
type Reasons<Id extends OperationId> = Readonly<Record<Id, string>>;

const SETTINGS = "aaPanel's terminal has no settings (docs/protocol.md 11.8)";
const RUNTIME = "aaPanel cannot upgrade its runtime by itself (docs/protocol.md 12.1)";

const OTHER = "aaPanel has no projects of other programs (docs/protocol.md 18.1)";

const AUTHORITY = "see docs/protocol.md 9.10: it needs an authority that reaches the server";

/** Why an edition has no wire for an operation. */
const LACKING: Lacking = {
  baota: {
    "certificate.list": "BaoTa renews by its orders (docs/protocol.md 9.7)",
    "java.moveLogOfStopped": "BaoTa's own change of the directory restarts as it should (docs/protocol.md 7.7)",
  },
  aapanel: {
    "java.restart": "aaPanel's own restart kills the project (docs/protocol.md 7.14)",
    "java.changeLogPath": "aaPanel's own change of a running project kills it (docs/protocol.md 7.14)",
    "terminal.settings": SETTINGS,
    "terminal.setCompletion": SETTINGS,
    "terminal.setTheme": SETTINGS,
    "terminal.setAiShell": SETTINGS,
    "terminal.setAiAnalysis": SETTINGS,
    "runtime.upgradeLog": RUNTIME,
    "runtime.startUpgrade": RUNTIME,
    "certificateOrder.renew": "aaPanel renews certificates, not orders (docs/protocol.md 9.8)",
    "project.listOther": OTHER,
    "project.startOther": OTHER,
    "project.stopOther": OTHER,
    "project.restartOther": OTHER,
    "project.logOther": OTHER,
  },
};

const BINNED = "see docs/protocol.md 16.22, which rests on the panels' source; its envelope is that of file.list";

const NOTE = "see docs/protocol.md 6.56; its envelope is that of site.setLastDay";
const SEEN = "see docs/protocol.md 6.57; its envelope is that of site.setLastDay";
const LIMITS = {
  "php.settings": "see docs/protocol.md 6.57; its form is that of site.phpVersions",
  "php.setMemory": SEEN,
  "php.setUploadSize": SEEN,
  "php.setTime": SEEN,
};

/** Operations without a recording, and the source of their rows. */
const UNRECORDED: { readonly [Edition in KnownEdition]: Partial<Reasons<OperationId>> } = {
  baota: {
    "java.stop": "see docs/protocol.md 7.6; its envelope is that of java.start",
    "container.info": "see docs/protocol.md 8.6; what it holds was recorded from aaPanel",
    "container.start": "see docs/protocol.md 8.8; its envelope is that of container.restart",
    "container.pause": "see docs/protocol.md 8.13; its envelope is that of container.restart",
    "container.unpause": "see docs/protocol.md 8.13; its envelope is that of container.restart",
    "certificateOrder.renew": AUTHORITY,
    "certificate.renew": AUTHORITY,
    "site.setNote": NOTE,
    ...LIMITS,
    "project.listNode": "see docs/protocol.md 18.2; its rows are those of aaPanel, and of Go",
    "project.logOther": "see docs/protocol.md 18.5; its form is that of Go",
    "terminal.setCompletion": "see docs/protocol.md 11.3; its envelope is that of the other settings",
    "file.binned": BINNED,
  },
  aapanel: {
    "certificate.list":
      "see docs/protocol.md 9.7, which rests on the panel's source; its envelope is that of file.text",
    "certificate.renew": AUTHORITY,
    "site.setNote": NOTE,
    ...LIMITS,
    "service.list": "see docs/protocol.md 17.1; BaoTa's was recorded, and the public source of both is the same",
    "file.removeDirectory": "see docs/protocol.md 16.8; its envelope is that of file.remove",
    "file.binned": BINNED,
  },
};

const EDITIONS = ["baota", "aapanel"] as const;
const ids = Object.keys(operations) as OperationId[];

/** Number of recordings for each wire of an operation, and of those which show that an edition lacks it. */
function countsOf(id: OperationId, edition: KnownEdition) {
  const played = Object.values(plays[edition]).flatMap((play) =>
    "excluded" in play || play.operation !== id ? [] : [wireOf(play, edition)],
  );
  const own = wiresOf(id, edition);
  const byRoute = own.map((wire) => [wire.route, played.filter((other) => other === wire).length] as const);
  return { byRoute, others: played.filter((wire) => !own.includes(wire)).length };
}

function cell(id: OperationId, edition: KnownEdition): string {
  const { byRoute, others } = countsOf(id, edition);
  const parts = byRoute.map(([route, count]) => `${route} ${count}`);
  if (parts.length === 0) parts.push("lacks it");
  return [...parts, ...(others > 0 ? [`(refused ${others})`] : [])].join(" · ");
}

describe("the recordings of each operation", () => {
  after(() => {
    const rows = [["operation", "BaoTa", "aaPanel"], ...ids.map((id) => [id, ...EDITIONS.map((e) => cell(id, e))])];
    const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    for (const row of rows)
      console.log(`      ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join("  ")}`);
    for (const edition of EDITIONS)
      for (const [id, why] of Object.entries({ ...LACKING[edition], ...UNRECORDED[edition] }))
        console.log(`      ${edition} ${id}: ${why}`);
  });

  for (const edition of EDITIONS)
    it(`exist for every operation of ${edition}, except lacking and unrecorded ones`, () => {
      const empty = ids.filter((id) => countsOf(id, edition).byRoute.every(([, count]) => count === 0));
      const known = [...Object.keys(LACKING[edition]), ...Object.keys(UNRECORDED[edition])];
      assert.deepEqual(empty.toSorted(), known.toSorted());
    });
});
