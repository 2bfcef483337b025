import * as v from "valibot";
import {
  type Answer,
  type SiteFormParams,
  type SiteFormRequest,
  type SiteFormResult,
  type SiteFormState,
  siteSteps,
} from "../protocol.ts";
import { readSiteDraft } from "../siteDraft.ts";

/** Handlers of the page's requests. */
export type Handlers = {
  readonly [Name in SiteFormRequest]: (...params: SiteFormParams<Name>) => Promise<SiteFormResult<Name>>;
};

/** Describes an error of a handler or an invalid request. */
export type ProblemText = (error: unknown) => string;

/** Answers one message; `undefined` if it is not a request. Never rejects. */
export type AnswerRequest = (message: unknown) => Promise<Answer | undefined>;

const shortText = v.pipe(v.string(), v.maxLength(4_096));
const draft = v.pipe(v.unknown(), v.transform(readSiteDraft));
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

const envelope = v.object({ id: v.pipe(v.number(), v.safeInteger()), request: v.string(), params: v.unknown() });

/** Schemas of the untrusted page's parameters. */
const params: { readonly [Name in SiteFormRequest]: v.GenericSchema<unknown, SiteFormParams<Name>[0]> } = {
  ready: v.object({ state: v.optional(v.unknown()) }),
  choices: nothing,
  removeObstacle: nothing,
  listed: v.object({ hosts: v.array(shortText), root: shortText }),
  submit: v.object({ attempt: shortText, draft, panel: v.object({ name: shortText, address: shortText }) }),
  cancel: nothing,
  outcome: nothing,
  copy: v.object({ text: v.pipe(v.string(), v.maxLength(65_536)) }),
  reveal: nothing,
  goOn: v.object({ step: v.picklist(siteSteps) }),
  restart: nothing,
  close: nothing,
};

const state = v.object({ panelId: shortText, draft, unresolved: v.optional(shortText, "") });

/** Reads a page's state from VS Code; `undefined` if it is invalid. */
export function readFormState(kept: unknown): SiteFormState | undefined {
  const parsed = v.safeParse(state, kept);
  if (parsed.success) return parsed.output;
  return undefined;
}

/** Answers each request exactly once, even if its handler throws. */
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

/** An invalid request. Contains its name only, since the parameters may contain passwords. */
class MessageError extends Error {
  constructor(request: string) {
    super(`no such message: ${request.slice(0, 40)}`);
    this.name = "MessageError";
  }
}
