import type { DemoPanelOptions } from "../../../demoPanel/startDemoPanel.ts";
import { json } from "../../../demoPanel/wire.ts";
import { type Fixture, withPanel } from "../../../demoPanel/withPanel.ts";

/** Runs a test on a panel of this edition, by default without delays. */
export function withAapanel(run: (fixture: Fixture) => Promise<void>, options: DemoPanelOptions = {}) {
  const delays = { javaProcess: 0, javaEnd: 0, javaListen: 0, container: 0, composer: 0 };
  return withPanel(run, { edition: "aapanel", delays, ...options });
}

export const reply = (status: boolean, msg: string) => ({ status, msg });

/** Returns the JSON of a POST, or the text of a page. */
export async function answerOf({ call }: Fixture, path: string, form: Readonly<Record<string, string>>) {
  const answer = await call({ path, form });
  return answer.status === 404 ? PAGE : json(answer);
}

const PAGE = "the page";
