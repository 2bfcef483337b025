import assert from "node:assert/strict";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import {
  attentionText,
  folderAttentionText,
  panelDescription,
  panelSpoken,
  panelTooltip,
} from "../../../src/texts/panelTexts.ts";
import { panelNodeOf, type PanelNode, type PanelState, type SeenMachine } from "../../../src/tree/treeNodes.ts";
import type { Disk, Machine } from "../../../src/wire/answers/machine.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { MACHINE } from "../../fakes/treeFixture.ts";

const now = new Date(2026, 10, 22, 14, 0).getTime();
const MINUTE = 60_000;
const GB = 2 ** 30;

interface Given {
  readonly panel?: Partial<PanelRecord>;
  readonly isChecked?: true;
}

function node(state: PanelState, { panel = {}, isChecked }: Given = {}): PanelNode {
  const made = panelNodeOf(
    panelRecord({ name: "Shop", address: "https://192.0.2.1:8888", ...panel }),
    state,
    undefined,
  );
  return { ...made, ...(isChecked && { isChecked }) };
}

function answering(messages: Partial<SeenMachine> = {}, atMs = now, measuredAt = atMs): PanelState {
  const machine = { ...MACHINE, ...messages, atMs: measuredAt };
  return { kind: "answering", edition: "baota", version: "11.7.0", machine, atMs };
}

const nothing: Machine = {
  system: undefined,
  uptime: undefined,
  memoryMegabytes: undefined,
  memoryUsedMegabytes: undefined,
  processors: undefined,
  processorPercent: undefined,
};

const changed: PanelState = { kind: "failing", failure: { kind: "tls", problem: "changed", code: "x" }, atMs: now };
const limits = { now, diskPercent: 90 };
const alone = { ...limits, hasNamesake: false };
const sentence = (one: PanelNode, looked = alone) => panelDescription(one, looked);

describe("a panel's row", () => {
  it("distinguishes a demo from a server", () => {
    const demo = node(answering(nothing), { panel: { id: "demo-aapanel", name: "Demo (aaPanel)" } });
    assert.equal(sentence(demo), "BaoTa 11.7.0 · inside VS Code");
    assert.equal(panelSpoken(demo, alone), "Demo (aaPanel), panel, no real server, BaoTa 11.7.0, online");
    assert.deepEqual(panelTooltip(demo, now).slice(0, 2), [
      "Demo (aaPanel)",
      "A demo inside VS Code. Nothing in it is a real server.",
    ]);
  });

  it("shows the figures of the machine, as far as they are known", () => {
    assert.equal(sentence(node(answering())), "CPU 7% · RAM 32% · up 12 d");
    assert.equal(sentence(node(answering({ processorPercent: undefined }))), "RAM 32% · up 12 d");
    assert.equal(sentence(node(answering({ memoryUsedMegabytes: undefined }))), "CPU 7% · up 12 d");
    assert.equal(
      sentence(node(answering({ memoryMegabytes: 262_144, memoryUsedMegabytes: 0 }))),
      "CPU 7% · RAM 0% · up 12 d",
    );
    const ups = [
      [{ count: 5, unit: "hour" }, "up 5 h"],
      [{ count: 7, unit: "minute" }, "up 7 min"],
      [{ count: 0, unit: "day" }, "up < 1 d"],
    ] as const;
    for (const [uptime, text] of ups) assert.equal(sentence(node(answering({ ...nothing, uptime }))), text);
  });

  it("shows edition, version and address without figures, and only the address before an answer", () => {
    assert.equal(sentence(node(answering(nothing))), "BaoTa 11.7.0 · 192.0.2.1:8888");
    const { machine: _machine, ...recovered } = answering() as Extract<PanelState, { kind: "answering" }>;
    assert.equal(sentence(node(recovered)), "BaoTa 11.7.0 · 192.0.2.1:8888");
    assert.equal(sentence(node({ kind: "unknown" })), "192.0.2.1:8888");
  });

  it("begins with problems, in a few words", () => {
    assert.equal(sentence(node(changed)), "certificate changed · 192.0.2.1:8888");
    const panel = { pinnedUntil: "2026-01-01" };
    assert.equal(sentence(node(answering(), { panel })), "certificate expired · CPU 7% · RAM 32% · up 12 d");
    assert.equal(
      sentence(node(changed, { panel: { guardLevel: "readOnly" } })),
      "read only · certificate changed · 192.0.2.1:8888",
    );
  });

  it("begins with a full disk, which needs attention", () => {
    const full = (...percents: readonly number[]) => {
      const disks = percents.map((usedPercent) => ({ path: "/", bytes: undefined, freeBytes: undefined, usedPercent }));
      return node(answering({ details: { load: undefined, disks } }));
    };
    assert.equal(sentence(full(12, 93.9)), "disk 93% · CPU 7% · RAM 32% · up 12 d");
    assert.match(panelSpoken(full(90), alone), /online, disk 90%, processor 7%/);
    assert.equal(sentence(full(89.9)), "CPU 7% · RAM 32% · up 12 d");
    assert.equal(sentence(full(50), { ...alone, diskPercent: 50 }), "disk 50% · CPU 7% · RAM 32% · up 12 d");
    assert.equal(attentionText([full(95), full(5)], limits)?.value, 1);
  });

  it("begins with the address if another panel has the same name", () => {
    const twin = { ...limits, hasNamesake: true };
    assert.equal(sentence(node(answering()), twin), "192.0.2.1:8888 · CPU 7% · RAM 32% · up 12 d");
    assert.equal(sentence(node(changed), twin), "certificate changed · 192.0.2.1:8888");
    assert.equal(sentence(node(answering(nothing)), twin), "192.0.2.1:8888 · BaoTa 11.7.0");
    assert.equal(sentence(node({ kind: "unknown" }), twin), "192.0.2.1:8888");
  });

  it("shows the time of old figures and old checks", () => {
    const later = { ...alone, now: now + 2 * MINUTE };
    assert.match(sentence(node(answering({}, later.now, now)), later), /^as of 2:00\sPM: CPU 7%/);
    assert.match(sentence(node(answering()), { ...alone, now: now + 25 * 60 * MINUTE }), /^as of yesterday: CPU 7%/);
    const isChecked = true;
    assert.match(sentence(node(answering(), { isChecked })), /^CPU 7%/);
    assert.match(sentence(node(answering(), { isChecked }), later), /^as of 2:00\sPM: CPU 7%/);
    assert.match(sentence(node(answering(nothing), { isChecked })), /^online · BaoTa/);
    assert.match(sentence(node(answering(nothing), { isChecked }), later), /^online \(as of 2:00\sPM\) · BaoTa/);
    assert.match(sentence(node(changed, { isChecked }), later), /^certificate changed \(as of 2:00\sPM\) · /);
    assert.equal(sentence(node({ kind: "unknown" }, { isChecked })), "192.0.2.1:8888");
  });

  it("has name, edition and state in words for screen readers", () => {
    const figures = "processor 7%, memory 2.5 of 7.6 GB, up 12 days";
    assert.equal(panelSpoken(node(answering()), alone), `Shop, panel, BaoTa 11.7.0, online, ${figures}`);
    assert.equal(
      panelSpoken(node(answering(), { isChecked: true }), alone),
      `Shop, panel, BaoTa 11.7.0, online, ${figures}`,
    );
    assert.equal(panelSpoken(node(changed), alone), "Shop, panel, certificate changed");
    assert.equal(
      panelSpoken(node({ kind: "unknown" }), { ...limits, hasNamesake: true }),
      "Shop, panel, https://192.0.2.1:8888, not asked yet",
    );
    const young = answering({ ...nothing, uptime: { count: 0, unit: "day" } });
    assert.equal(panelSpoken(node(young), alone), "Shop, panel, BaoTa 11.7.0, online, up less than 1 day");
  });
});

describe("the tooltip of a panel", () => {
  const disk = (path: string, usedPercent: number, more: Partial<Disk> = {}): Disk => {
    return { path, bytes: 252 * GB, freeBytes: 67.6 * GB, usedPercent, ...more };
  };

  it("contains everything, the fullest disk first", () => {
    // rounded down, as in the row: what is not full yet must not read as full
    const disks = [disk("/", 33.34), disk("/data", 91.9, { bytes: 4096 * GB })];
    const load = { one: 0.13427734375, five: 0.35205078125, fifteen: 12 };
    const lines = panelTooltip(node(answering({ details: { load, disks } }, now + MINUTE, now)), now);
    assert.deepEqual(lines.slice(0, -2), [
      "Shop",
      "https://192.0.2.1:8888",
      "BaoTa 11.7.0",
      "CPU: 7% of 4 cores",
      "Memory: 2.5 of 7.6 GB",
      "Uptime: 12 days",
      "System: Debian GNU/Linux 12 (bookworm) x86_64",
      "Load: 0.13 (1 min), 0.35 (5 min), 12 (15 min)",
      "Disk /data: 91% used, 67.6 GB of 4 TB free",
      "Disk /: 33% used, 67.6 GB of 252 GB free",
      "Protection: Ask",
    ]);
    assert.match(lines.at(-2) ?? "", /^Answered at .*2026.*2:01\sPM$/);
    assert.match(lines.at(-1) ?? "", /^Measured at .*2026.*2:00\sPM$/);
  });

  it("omits unknown values, and counts what does not fit", () => {
    const odd = [
      disk("", 5),
      { path: undefined, bytes: 1, freeBytes: 1, usedPercent: 1 },
      { path: "/odd", bytes: undefined, freeBytes: 1, usedPercent: undefined },
      disk("/impossible", 5, { freeBytes: 300 * GB }),
    ];
    const load = { one: undefined, five: 0, fifteen: undefined };
    const lines = panelTooltip(
      node(answering({ ...nothing, processors: 1, processorPercent: 7.1, details: { load, disks: odd } })),
      now,
    );
    assert.deepEqual(lines.slice(3, -2), ["CPU: 7%", "Load: 0 (5 min)", "Disk /impossible: 5% used"]);
    const many = Array.from({ length: 20 }, (_, index) => disk(`/${index}`, index));
    const messages = panelTooltip(
      node(answering({ ...nothing, details: { load: undefined, disks: many } })),
      now,
    ).filter((line) => line.startsWith("Disk"));
    assert.deepEqual([messages.length, messages[0]?.slice(0, 9)], [8, "Disk /19:"]);
    assert.ok(
      panelTooltip(node(answering({ ...nothing, details: { load: undefined, disks: many } })), now).includes(
        "… and 12 more",
      ),
    );
  });

  it("contains the failure and the expired certificate", () => {
    const panel = { pinnedUntil: "2026-01-01" };
    const text = panelTooltip(node(changed, { panel }), now).join("\n");
    assert.match(
      text,
      /certificate is not the one you trusted[^]*Last tried at .*2026[^]*Certificate expired on Jan 1, 2026$/,
    );
    assert.match(panelTooltip(node({ kind: "unknown" }), now).join("\n"), /\nNot asked yet\nProtection: Ask$/);
  });
});

it("a folder counts only panels that need attention", () => {
  const fine = [node(answering()), node({ kind: "unknown" })];
  assert.equal(folderAttentionText([], limits), undefined);
  assert.equal(folderAttentionText(fine, limits), undefined);
  assert.equal(folderAttentionText([node(changed), ...fine], limits), "1 of 3 needs attention");
  assert.equal(folderAttentionText([node(changed), ...fine, node(changed)], limits), "2 of 4 need attention");
});

it("the badge counts panels that need attention, or is absent", () => {
  assert.equal(attentionText([node(answering()), node({ kind: "unknown" })], limits), undefined);
  assert.deepEqual(attentionText([node(changed), node(answering())], limits), {
    value: 1,
    tooltip: "1 panel needs attention",
  });
  assert.deepEqual(attentionText([node(changed), node(changed)], limits), {
    value: 2,
    tooltip: "2 panels need attention",
  });
});
