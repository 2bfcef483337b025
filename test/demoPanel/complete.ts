import { isObject } from "../../src/wire/answers/isObject.ts";
import type { DemoHandler, HandlerContext } from "../../src/demoPanel/state.ts";

type Members = Readonly<Record<string, unknown>>;

/** A handler whose answer has more members than the demo sends; what is no object stays as it is. */
export function completed(
  handler: DemoHandler,
  more: (context: HandlerContext, answer: Members) => Members,
): DemoHandler {
  return async (context) => {
    const answer = await handler(context);
    return isObject(answer) ? withMore(answer, more(context, answer)) : answer;
  };
}

/** `answer` with the members of `more` that it lacks, down through objects. */
export function withMore(answer: Members, more: Members): Members {
  const both = Object.keys(more).map((name) => {
    const [had, added] = [answer[name], more[name]];
    if (isObject(had) && isObject(added)) return [name, withMore(had, added)];
    return [name, name in answer ? had : added];
  });
  return { ...answer, ...(Object.fromEntries(both) as Members) };
}

/** The rows of a list, each with what `more` has for the record of its name. */
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
