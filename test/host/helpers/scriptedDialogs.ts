import { scriptOf, type Conversation, type ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { features } from "./extension.ts";

export type { Conversation, ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";

/** Runs a task while answers are given in a person's stead, as `scriptOf` does. */
export async function answering(
  answers: readonly ScriptedAnswer[],
  task: () => PromiseLike<unknown>,
): Promise<Conversation> {
  const { services } = await features();
  const real = { ...services.dialogs };
  const { dialogs, finish } = scriptOf(answers, (...args) => real.progress(...args));
  Object.assign(services.dialogs, dialogs);
  try {
    await task();
    return await finish();
  } finally {
    Object.assign(services.dialogs, real);
  }
}
