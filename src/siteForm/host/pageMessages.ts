import * as v from "valibot";
import type { Answer, SiteFormParams, SiteFormRequest, SiteFormResult, SiteFormState } from "../protocol.ts";
import { readSiteDraft } from "../siteDraft.ts";

/** One handler for each request of the page; a missing one does not compile. */
export type Handlers = {
  readonly [Name in SiteFormRequest]: (...params: SiteFormParams<Name>) => Promise<SiteFormResult<Name>>;
};

/** A sentence for an error of a handler, or for a message that is no request. */
export type ProblemText = (error: unknown) => string;

/** Answers one message; `undefined`: no request, so nobody waits for an answer. Never rejects. */
export type AnswerRequest = (message: unknown) => Promise<Answer | undefined>;

const shortText = v.pipe(v.string(), v.maxLength(4_096));
const draft = v.pipe(v.unknown(), v.transform(readSiteDraft));
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

const envelope = v.object({ id: v.pipe(v.number(), v.safeInteger()), request: v.string(), params: v.unknown() });

/** Schemas of the page's messages. The page is not trusted: only parsed values are used. */
const params: { readonly [Name in SiteFormRequest]: v.GenericSchema<unknown, SiteFormParams<Name>[0]> } = {
  ready: v.object({ state: v.optional(v.unknown()) }),
  choices: nothing,
  draftChanged: v.object({ draft }),
  removeObstacle: nothing,
  listed: v.object({ hosts: v.array(shortText), root: shortText }),
  submit: v.object({ attempt: shortText, draft, panel: v.object({ name: shortText, address: shortText }) }),
  cancel: nothing,
  outcome: nothing,
  copy: v.object({ text: v.pipe(v.string(), v.maxLength(65_536)) }),
  reveal: nothing,
  restart: nothing,
  close: nothing,
};

const state = v.object({ panelId: shortText, draft });

/** Reads the state that VS Code has kept for a page; `undefined`: unreadable. */
export function readFormState(kept: unknown): SiteFormState | undefined {
  const parsed = v.safeParse(state, kept);
  return parsed.success ? parsed.output : undefined;
}

/** Answers each request of the page exactly once, whatever its handler does. */
export function answerPage(handlers: Handlers, problemText: ProblemText): AnswerRequest {
  return async (message) => {
    const parsed = v.safeParse(envelope, message);
    if (!parsed.success) return undefined;
    const { id, request } = parsed.output;
    try {
      if (!Object.hasOwn(params, request)) throw new MessageError(request);
      const checked = v.safeParse(params[request as SiteFormRequest], parsed.output.params);
      if (!checked.success) throw new MessageError(request);
      const handle = handlers[request as SiteFormRequest] as (params: unknown) => Promise<unknown>;
      return { id, ok: true, result: await handle(checked.output) };
    } catch (error) {
      return { id, ok: false, problem: problemText(error) };
    }
  };
}

/** A message that is not in the protocol. Holds the request's name and nothing of what came with it. */
class MessageError extends Error {
  constructor(request: string) {
    super(`no such message: ${request.slice(0, 40)}`);
    this.name = "MessageError";
  }
}
