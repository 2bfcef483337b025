import assert from "node:assert/strict";
import { setImmediate as nextStep } from "node:timers/promises";
import type { LiveList, LiveRow, LiveRows } from "../../src/ports/liveList.ts";
import { HANG_MS } from "../eventually.ts";

/** The rows that VS Code would show: those whose labels match as it sorts them, those whose descriptions do, and notices. */
function matching<T>(shown: LiveRows<T> | undefined, typed: string): readonly LiveRow<T>[] {
  const text = typed.trim().toLowerCase();
  const has = (value = "") => value.toLowerCase().includes(text);
  const rows = shown?.rows ?? [];
  if (text === "") return rows;
  // a notice has no label (`showLiveList`)
  const isNotice = ({ isAlwaysShown, description }: LiveRow<T>) => isAlwaysShown === true && description === undefined;
  const named = rows.filter((row) => !isNotice(row) && has(row.label));
  const others = rows.filter((row) => !named.includes(row) && (row.isAlwaysShown === true || has(row.description)));
  return [...named.toSorted((a, b) => compareLabels(a.label.toLowerCase(), b.label.toLowerCase(), text)), ...others];
}

/** How VS Code sorts two labels that match: those that begin with the text first, the shorter one before the longer. */
function compareLabels(a: string, b: string, text: string): number {
  const [first, second] = [a.startsWith(text), b.startsWith(text)];
  if (first !== second) return first ? -1 : 1;
  return first && a.length !== b.length ? a.length - b.length : a.localeCompare(b);
}

/**
 * Answers a list whose rows may change: `typed > row > row` types, and takes one row after the other as long as the
 * list stays open; `row#2` presses the second button of the row. `keep` gets the labels that stood there each time.
 */
export async function liveAnswer<T>(
  list: LiveList<T>,
  script: string | boolean | undefined,
  keep: (labels: string[]) => void,
): Promise<T | undefined> {
  if (script === undefined) return undefined;
  const [typed = "", ...takes] = String(script).split(" > ");
  let rows: LiveRows<T> | undefined;
  /** The value with which the list has closed itself. */
  const closed: T[] = [];
  const source = list.open({
    show: (shown) => (rows = shown),
    close: (value) => void closed.push(value),
  });
  const isReady = () => closed.length > 0 || (rows !== undefined && !rows.isBusy);
  const until = async (isSo: () => boolean) => {
    for (const start = performance.now(); performance.now() - start < HANG_MS && !isSo();) await nextStep();
  };
  try {
    source.typed(list.value ?? "");
    rows = undefined;
    source.typed(typed);
    for (const take of takes) {
      await until(isReady);
      if (closed.length > 0) return closed[0];
      keep(matching(rows, typed).map(({ label }) => label));
      const [label = "", button] = take.split("#");
      const shown = matching(rows, typed);
      const row = shown.find((each) => [each.label, each.description].some((text) => text?.startsWith(label)));
      assert.ok(row, `no row “${label}” among ${shown.map((each) => each.label).join(", ")}`);
      const value = button === undefined ? row.value : row.buttons?.[Number(button) - 1]?.value;
      assert.ok(value !== undefined, `“${take}” only says something`);
      rows = undefined;
      if (source.taken(value as T)) return value as T;
      await until(isReady);
      if (closed.length > 0) return closed[0];
    }
    await until(isReady);
    keep(matching(rows, typed).map(({ label }) => label));
    return undefined;
  } finally {
    source.closed();
  }
}
