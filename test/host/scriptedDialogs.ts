import assert from "node:assert/strict";
import type { Choice, Dialogs, InputRequest, Message } from "../../src/platform/dialogs.ts";
import { features } from "./extension.ts";

/** One answer of a person: to a box, a list or a question whose title contains `to`. */
export interface ScriptedAnswer {
  readonly to: string;
  /** What is typed; the label of a choice; whether a question is agreed to; `undefined` turns away. */
  readonly with: string | boolean | undefined;
}

/** What was asked and told while a script ran. */
export interface Conversation {
  readonly inputs: readonly InputRequest[];
  readonly questions: readonly { readonly message: string; readonly detail: string }[];
  readonly choices: readonly (readonly string[])[];
  readonly told: readonly Message[];
}

/**
 * Runs a task while answers are given in a person's stead, in order. Fails on a question that was not expected, on an
 * answer that its box does not take, and on answers that nobody asked for.
 */
export async function answering(
  answers: readonly ScriptedAnswer[],
  task: () => PromiseLike<unknown>,
): Promise<Conversation> {
  const { services } = await features();
  const real = { ...services.dialogs };
  const open = [...answers];
  const conversation = { inputs: [], questions: [], choices: [], told: [] } as {
    inputs: InputRequest[];
    questions: { message: string; detail: string }[];
    choices: string[][];
    told: Message[];
  };
  const take = (title: string) => {
    const answer = open.shift();
    assert.ok(
      answer !== undefined && title.includes(answer.to),
      `asked “${title}”, scripted: ${answer?.to ?? "nothing"}`,
    );
    return answer.with;
  };
  const scripted: Dialogs = {
    async input(request) {
      conversation.inputs.push(request);
      const typed = take(request.title);
      if (typed === undefined) return undefined;
      const problem = request.problem?.(String(typed));
      assert.equal(problem, undefined, `the box does not take the answer to “${request.title}”`);
      return String(typed);
    },
    async pick<T>(title: string, placeholder: string, choices: readonly Choice<T>[]) {
      conversation.choices.push(
        choices.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`)),
      );
      const label = take(`${title} ${placeholder}`);
      if (label === undefined) return undefined;
      const chosen = choices.find((choice) => choice.label === label);
      assert.ok(chosen, `“${String(label)}” is not among ${choices.map((choice) => choice.label).join(", ")}`);
      return chosen.value;
    },
    async ask(message, detail) {
      conversation.questions.push({ message, detail });
      return take(message) === true;
    },
    async tell(message) {
      conversation.told.push(message);
      // a notification may be left alone; a button is pressed where the script's next answer is for it
      if (open[0] === undefined || !message.message.includes(open[0].to)) return undefined;
      const button = take(message.message);
      assert.ok(message.buttons?.includes(String(button)), `no button “${String(button)}” on “${message.message}”`);
      return String(button);
    },
  };
  Object.assign(services.dialogs, scripted);
  try {
    await task();
  } finally {
    Object.assign(services.dialogs, real);
  }
  assert.deepEqual(open, [], "answers that nobody asked for");
  return conversation;
}
