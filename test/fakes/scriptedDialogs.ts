import assert from "node:assert/strict";
import type { ModalButton, Choice, Dialogs, InputRequest, ListExtras } from "../../src/ports/dialogs.ts";
import type { LiveList } from "../../src/ports/liveList.ts";
import { liveAnswer } from "./liveAnswer.ts";
import type { Message } from "../../src/ports/dialogs.ts";

/** One answer of a person: to a box, a list, a question, a notification or a progress whose text contains `to`. */
export interface ScriptedAnswer {
  readonly to: string;
  /** What is typed; the label of a choice, or several with “|” between them; whether a question is agreed to; `undefined` turns away. */
  readonly with: string | boolean | undefined;
}

/** What was asked and told while a script ran. */
export interface Conversation {
  readonly inputs: readonly InputRequest[];
  readonly questions: readonly { readonly message: string; readonly detail: string }[];
  readonly choices: readonly (readonly string[])[];
  /** Those among the questions that were only to be read. */
  readonly read: readonly string[];
  /** The choice that each list of which one is taken highlighted at first, where it was told which. */
  readonly highlighted: readonly (string | undefined)[];
  /** The choices that each list of which several are taken had checked at first. */
  readonly suggested: readonly (readonly string[])[];
  readonly messages: readonly Message[];
  /** The notifications before questions that no click has begun. */
  readonly announced: readonly string[];
  /** What the status bar said. */
  readonly mentioned: readonly string[];
}

/** Dialogs that a script answers. */
export interface Script {
  readonly dialogs: Dialogs;
  /**
   * What was asked and told, once everything is done that buttons of notifications have started: commands do not wait
   * for it. Fails on answers that nobody asked for.
   */
  readonly finish: () => Promise<Conversation>;
}

/**
 * Gives answers in a person's stead, in order. Fails on a question that was not expected, and on an answer that its box
 * does not take.
 * @param progress shows the progress of what is not cancelled
 */
export function scriptOf(answers: readonly ScriptedAnswer[], progress: Dialogs["progress"]): Script {
  const open = [...answers];
  const conversation = {
    inputs: [],
    questions: [],
    read: [],
    choices: [],
    highlighted: [],
    suggested: [],
    messages: [],
    announced: [],
    mentioned: [],
  } as {
    inputs: InputRequest[];
    questions: { message: string; detail: string }[];
    read: string[];
    choices: string[][];
    highlighted: (string | undefined)[];
    suggested: string[][];
    messages: Message[];
    announced: string[];
    mentioned: string[];
  };
  const take = (title: string) => {
    const answer = open.shift();
    assert.ok(
      answer !== undefined && title.includes(answer.to),
      `asked “${title}”, scripted: ${answer?.to ?? "nothing"}`,
    );
    return answer.with;
  };
  const isNext = (text: string) => open[0] !== undefined && text.includes(open[0].to);
  /** A notification may be left alone; a button is pressed where the script's next answer is for it. */
  const press = (message: Message) => {
    conversation.messages.push(message);
    if (!isNext(message.message)) return undefined;
    const button = String(take(message.message));
    assert.ok(message.buttons?.includes(button), `no button “${button}” on “${message.message}”`);
    return button;
  };
  const pressed: Promise<void>[] = [];
  const dialogs: Dialogs = {
    async input(request) {
      conversation.inputs.push(request);
      const typed = take(request.title);
      if (typed === undefined) return undefined;
      const problem = request.problem?.(String(typed));
      assert.equal(problem, undefined, `the box does not take the answer to “${request.title}”`);
      return String(typed);
    },
    async pick<T>(
      title: string,
      placeholder: string,
      choices: readonly Choice<T>[],
      current?: T,
      extras?: ListExtras<T>,
    ) {
      conversation.choices.push(
        choices.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`)),
      );
      conversation.highlighted.push(
        choices.find(({ value }) => value === (current ?? extras?.suggested?.[0]) && value !== undefined)?.label,
      );
      const label = take(`${title} ${placeholder}`);
      if (label === undefined) return undefined;
      const { last } = extras ?? {};
      return last !== undefined && isLast(label, last.label) ? last.value(typedFor(label)) : valueOf(choices, label);
    },
    async pickSome<T>(title: string, placeholder: string, choices: readonly Choice<T>[], extras?: ListExtras<T>) {
      const { last, suggested = [] } = extras ?? {};
      if (last !== undefined && isLast(open[0]?.with, last.label)) {
        conversation.choices.push(choices.map(({ label }) => label));
        conversation.suggested.push(choices.filter(({ value }) => suggested.includes(value)).map(({ label }) => label));
        return [last.value(typedFor(take(`${title} ${placeholder}`)))];
      }
      const picked = await dialogs.pickMany(title, placeholder, choices, suggested);
      assert.notEqual(picked?.length, 0, `nothing is no answer to “${title}”`);
      return picked;
    },
    async pickMany<T>(
      title: string,
      placeholder: string,
      choices: readonly Choice<T>[],
      picked: readonly T[] = [],
      typed: (text: string) => readonly Choice<T>[] = () => [],
    ) {
      conversation.choices.push(choices.map(({ label }) => label));
      conversation.suggested.push(choices.filter(({ value }) => picked.includes(value)).map(({ label }) => label));
      const answer = take(`${title} ${placeholder}`);
      if (answer === undefined) return undefined;
      const labels = String(answer).split("|");
      const others = labels.filter((label) => choices.every((choice) => choice.label !== label));
      return [
        ...choices.filter(({ label }) => labels.includes(label)).map(({ value }) => value),
        ...others.flatMap((text) => typed(text).map(({ value }) => value)),
      ];
    },
    async live<T>(list: LiveList<T>) {
      return liveAnswer(list, take(`${list.title} ${list.placeholder}`), (labels) => conversation.choices.push(labels));
    },
    async ask(message, detail) {
      conversation.questions.push({ message, detail });
      return take(message) === true;
    },
    async decide(message, detail) {
      return dialogs.ask(message, detail, "");
    },
    async announce(text) {
      conversation.announced.push(text);
      // what it says begins with who asks, and the question that it leads to stands in it
      const isAnswered = open[0] !== undefined && text.startsWith(open[0].to);
      return !isAnswered || take(text) !== undefined;
    },
    async choose<T>(message: string, detail: string, offered: readonly ModalButton<T>[]) {
      conversation.questions.push({ message, detail });
      conversation.choices.push(offered.map(({ label }) => label));
      const label = take(`${message} ${detail}`);
      return label === undefined ? undefined : valueOf(offered, label);
    },
    async read(message, detail, offered) {
      conversation.read.push(message);
      return dialogs.choose(message, detail, offered);
    },
    async tell(message) {
      return press(message);
    },
    notify(message, onPressed) {
      const button = press(message);
      if (button !== undefined) pressed.push(onPressed(button));
    },
    mention: (text) => void conversation.mentioned.push(text),
    async progress(title, shown, place) {
      if (!isNext(title)) return progress(title, shown, place);
      assert.equal(take(title), undefined, "a progress can only be cancelled");
      return shown(AbortSignal.abort(), () => undefined);
    },
  };
  return {
    dialogs,
    async finish() {
      for (let started = pressed.splice(0); started.length > 0; started = pressed.splice(0)) await Promise.all(started);
      assert.deepEqual(open, [], "answers that nobody asked for");
      return conversation;
    },
  };
}

/** The last row, with what is typed before it: `typed > Search all`. */
function isLast(answer: unknown, label: string): boolean {
  const taken = String(answer).split(" > ")[1];
  return taken !== undefined && label.startsWith(taken);
}

function typedFor(answer: unknown): string {
  return String(answer).split(" > ")[0] ?? "";
}

function valueOf<T>(choices: readonly ModalButton<T>[], label: unknown): T {
  const chosen = choices.find((choice) => choice.label === label);
  assert.ok(chosen, `“${String(label)}” is not among ${choices.map((choice) => choice.label).join(", ")}`);
  return chosen.value;
}
