import { isObject } from "../../src/wire/answers/isObject.ts";
import type { DemoHandler, HandlerContext } from "../../src/demoPanel/state.ts";

type Members = Readonly<Record<string, unknown>>;

/** Wraps a handler so that its answer gets more members, if it is an object. */
export function completed(
  handler: DemoHandler,
  more: (context: HandlerContext, answer: Members) => Members,
): DemoHandler {
  return async (context) => {
    const answer = await handler(context);
    return isObject(answer) ? withMore(answer, more(context, answer)) : answer;
  };
}

/** Adds the members of `more` that `answer` lacks, also within objects. */
export function withMore(answer: Members, more: Members): Members {
  const both = Object.keys(more).map((name) => {
    const [had, added] = [answer[name], more[name]];
    if (isObject(had) && isObject(added)) return [name, withMore(had, added)];
    return [name, name in answer ? had : added];
  });
  return { ...answer, ...(Object.fromEntries(both) as Members) };
}

/** Adds to each row the members that `more` has for the record of its name. */
export function rowsWithMore<Row extends { readonly name: string }>(
  rows: unknown,
  records: readonly Row[],
  more: (record: Row) => Members,
): readonly unknown[] {
  return (rows as readonly Members[]).map((row) => {
    const record = records.find(({ name }) => name === row["name"]);
    return record === undefined ? row : withMore(row, more(record));
  });
}
