import assert from "node:assert/strict";
import { setImmediate as nextStep } from "node:timers/promises";
import type { LiveList, LiveRows } from "../../src/ports/liveList.ts";

/** A list may take so long to show a row, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Answers a list whose rows follow what is typed: `typed > row > row` types, and takes one row after the other as long as the
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
  let closed: { readonly value: T } | undefined;
  const source = list.open({
    show: (shown) => (rows = shown.text === typed ? shown : rows),
    close: (value) => (closed = { value }),
  });
  const isReady = () => rows !== undefined && !rows.isBusy;
  const until = async (isSo: () => boolean) => {
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS && !isSo();) await nextStep();
  };
  try {
    source.typed(list.value ?? "");
    source.typed(typed);
    for (const take of takes) {
      await until(isReady);
      keep(rows?.rows.map(({ label }) => label) ?? []);
      const [label = "", button] = take.split("#");
      const row = rows?.rows.find((each) => each.label.startsWith(label));
      assert.ok(row, `no row “${label}” among ${rows?.rows.map((each) => each.label).join(", ") ?? "nothing"}`);
      const value = button === undefined ? row.value : row.buttons?.[Number(button) - 1]?.value;
      assert.ok(value !== undefined, `“${take}” only says something`);
      rows = undefined;
      if (source.taken(value)) return value;
      await until(() => closed !== undefined || isReady());
      if (closed !== undefined) return closed.value;
    }
    await until(isReady);
    keep(rows?.rows.map(({ label }) => label) ?? []);
    return undefined;
  } finally {
    source.closed();
  }
}
