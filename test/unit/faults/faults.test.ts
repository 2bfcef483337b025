import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { failureLine } from "../../../src/doctor/diagnostics.ts";
import { marksOf } from "../doctor/doctorFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { settled } from "../../fakes/steppedClock.ts";
import { until } from "../../wire/callTransport.ts";
import { FaultLab } from "./faultLab.ts";
import { FaultWindow } from "./faultWindow.ts";
import { KEY, type Way } from "./way.ts";
import { waysOfAnswers } from "./waysOfAnswers.ts";
import { waysToServers } from "./waysToServers.ts";

const ways: Readonly<Record<string, Way>> = { ...waysToServers, ...waysOfAnswers };

/** A row of the table in faults.md. */
interface Row {
  readonly fault: string;
  readonly kind: string;
  /** The beginning of the sentence. */
  readonly says: string;
  readonly buttons: string;
  /** The marks of its steps, and the one with the cross. */
  readonly doctor: string;
  /** Signed calls that the doctor sends. */
  readonly signed: string;
}

/** Sockets, servers and timers that keep the process alive. */
function resources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|Timeout)/.test(name));
}

/** Waits until no more of them are left than before; some end a moment later. */
async function nothingBeyond(before: readonly string[]): Promise<void> {
  for (let round = 0; round < 100 && resources().length > before.length; round++) {
    await sleep(5);
    // the timer of this wait itself has ended by then
    await settled();
  }
  assert.ok(resources().length <= before.length, `left: ${resources().join(", ")}`);
}

describe("Fault table", () => {
  const sections = readSections();

  it("has a way for each row, and a row for each way", () => {
    const faults = sections.flatMap(({ rows }) => rows.map(({ fault }) => fault));
    assert.deepEqual(faults, Object.keys(ways));
  });

  for (const { title, rows } of sections)
    describe(title, () => {
      for (const row of rows)
        it(row.fault, async () => {
          const way = ways[row.fault];
          assert.ok(way);
          const { says, ...played } = await play(way);
          const begun = row.says === "" ? says : says.slice(0, row.says.length);
          assert.equal(lineOf({ fault: row.fault, ...played, says: begun }), lineOf(row));
        });
    });

  /** Plays a fault from its sockets to what a person reads, and looks at what is left of it. */
  async function play(way: Way): Promise<Omit<Row, "fault">> {
    // mocha has its own timer from here on
    await settled();
    const before = resources();
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => void rejections.push(reason);
    process.on("unhandledRejection", onRejection);
    const lab = new FaultLab();
    try {
      const { address, stored = {}, key = { stored: KEY }, task = (call) => call("system.total", {}) } = await way(lab);
      const record = panelRecord({ address, ...stored });
      const window = new FaultWindow(lab.clock, key.stored);
      const { failure, message, buttons } = await window.run(record, async (call) => task(call, window, record));
      await lab.waited();
      const sent = window.tokens.length;
      const findings = await window.diagnose(record);
      const signed = window.tokens.length - sent;
      if (failure?.kind === "refused") assert.equal(signed, 0, "the doctor adds no refusal");
      await window.dispose();
      await until(() => lab.open === 0, "no socket is left");
      assert.equal(lab.clock.sleeping, 0, "nobody waits any more");
      assert.deepEqual(window.defects, []);
      for (const secret of [KEY, createHash("md5").update(KEY).digest("hex"), ...window.tokens])
        assert.ok(!window.told.includes(secret), `a secret was told: ${window.told}`);
      const cross = findings.find(({ mark }) => mark === "cross");
      return {
        kind: failure === undefined ? "" : failureLine(failure),
        says: message.replace(`“${record.name}”: `, "").replace(/\d+:\d\d\s[AP]M/, "TIME"),
        buttons: buttons.map((label) => label.replace(/127\.0\.0\.2:\d+/, "PANEL")).join(" / "),
        doctor: `${marksOf(findings)} ${cross?.step ?? ""}`.trim(),
        signed: String(signed),
      };
    } finally {
      await lab.close();
      await nothingBeyond(before);
      process.off("unhandledRejection", onRejection);
      assert.deepEqual(rejections, []);
    }
  }
});

/** The tables in faults.md. */
function readSections(): readonly { readonly title: string; readonly rows: readonly Row[] }[] {
  const text = readFileSync(new URL("faults.md", import.meta.url), "utf8");
  const [, ...sections] = text.split("\n## ").map((section) => section.split("\n"));
  return sections.map(([title = "", ...lines]) => {
    const [, , ...rows] = lines.filter((line) => line.startsWith("|"));
    return { title, rows: rows.map(rowIn) };
  });
}

function rowIn(line: string): Row {
  const cells = line.split("|").map((cell) => cell.replaceAll("`", "").trim());
  const [, fault = "", kind = "", says = "", buttons = "", doctor = "", signed = ""] = cells;
  return { fault, kind, says, buttons, doctor, signed };
}

/** A row as it stands in the table. */
function lineOf({ fault, kind, says, buttons, doctor, signed }: Row): string {
  return [fault, kind, says, buttons, doctor, signed].join(" | ");
}
