import type { DemoPanelOptions } from "../../../../src/demoPanel/startDemoPanel.ts";
import { json } from "../wire.ts";
import { type Fixture, withPanel } from "../withPanel.ts";

/** A panel of this edition on which nothing takes time, unless told. */
export function withAapanel(run: (fixture: Fixture) => Promise<void>, options: DemoPanelOptions = {}) {
  const delays = { javaProcess: 0, javaEnd: 0, javaListen: 0, container: 0, composer: 0 };
  return withPanel(run, { edition: "aapanel", delays, ...options });
}

export const said = (status: boolean, msg: string) => ({ status, msg });

/** The second envelope, whose time must be a whole number. */
export function stamped(answer: unknown): { readonly status: unknown; readonly message: unknown } {
  const { status, timestamp, message, ...rest } = answer as Readonly<Record<string, unknown>>;
  if (!Number.isInteger(timestamp) || Object.keys(rest).length > 0) throw new Error(JSON.stringify(answer));
  return { status, message };
}

export const done = (result: string) => ({ status: 0, message: { result } });

export const failed = (result: string) => ({ status: -1, message: { result } });

/** The JSON of a POST, or the page where there is none. */
export async function answerOf({ call }: Fixture, path: string, form: Readonly<Record<string, string>>) {
  const answer = await call({ path, form });
  return answer.status === 404 ? PAGE : json(answer);
}

export const PAGE = "the page";
