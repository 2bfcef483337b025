import * as v from "valibot";
import { keptDraftSchema, siteDraftSchema } from "./siteDraft.ts";
import { siteFields } from "./siteDraftRules.ts";
import { siteDraftRuleNames, siteFormTextsSchema } from "./siteFormTextsSchema.ts";

const shortText = v.pipe(v.string(), v.maxLength(4_096));
const longText = v.pipe(v.string(), v.maxLength(65_536));
const whole = v.pipe(v.number(), v.safeInteger());

function listOf<Schema extends v.GenericSchema>(item: Schema) {
  return v.pipe(v.array(item), v.readonly());
}

const panel = v.strictObject({
  id: shortText,
  name: shortText,
  address: shortText,
  /** Why no site can be created on it: its guard level, it is gone, or this computer has no key for it. */
  obstacle: v.exactOptional(v.picklist(["readOnly", "removed", "keyNeeded"])),
});

/** What the form needs before anything is asked of the panel. */
const init = v.strictObject({
  panel,
  texts: siteFormTextsSchema,
  /** What was typed before; without passwords. */
  draft: v.exactOptional(siteDraftSchema),
  /** When the form with this draft was closed, in words; absent where VS Code has brought the form itself back. */
  draftFrom: v.exactOptional(shortText),
  /** A site is being created or has been, so there is an `outcome` to ask for. */
  hasOutcome: v.boolean(),
});

/** What the panel offers. */
const choices = v.strictObject({
  sitesRoot: shortText,
  /** Codes of two digits, static among them; absent where the panel does not tell. */
  phpVersions: v.exactOptional(listOf(shortText)),
  /** Without those that are no categories; absent where the panel does not tell. */
  categories: v.exactOptional(listOf(v.strictObject({ id: whole, name: shortText }))),
  /** Why something is absent, in words. */
  problem: v.exactOptional(shortText),
});

const part = v.strictObject({
  part: v.picklist(["site", "ftp", "database", "git"]),
  state: v.picklist(["created", "failed", "unknown", "notAsked"]),
});

const credential = v.strictObject({
  name: v.picklist(["ftpUser", "ftpPassword", "databaseName", "databaseUser", "databasePassword"]),
  value: shortText,
});

const issue = v.strictObject({
  field: v.picklist(siteFields),
  rule: v.picklist(siteDraftRuleNames),
  severity: v.picklist(["error", "warning"]),
  value: v.exactOptional(shortText),
});

const created = {
  /** Absent where the panel did not tell and the site was found by its name. */
  siteId: v.exactOptional(whole),
  /** As the panel calls it; it may differ from the domain. */
  siteName: shortText,
  parts: listOf(part),
  /** Sentences that name what was asked for and did not happen. */
  warnings: listOf(shortText),
  /** Shown once. */
  credentials: listOf(credential),
};

/** What became of a submitted draft. Texts may hold a panel's own words: they are shown as text. */
const outcome = v.variant("kind", [
  v.strictObject({ kind: v.literal("created"), ...created }),
  /** No answer came, and the site was found when looking again; `parts` says what is known of the rest. */
  v.strictObject({ kind: v.literal("partly"), reason: shortText, ...created }),
  /** The panel refused, or it was looked for and not found: nothing was created. `about`: the field to correct. */
  v.strictObject({
    kind: v.literal("notCreated"),
    reason: shortText,
    about: v.exactOptional(v.strictObject({ field: v.picklist(siteFields), text: shortText })),
  }),
  /** Another form has already created it; `warnings` names what was asked for only now. Nothing was sent. */
  v.strictObject({
    kind: v.literal("existed"),
    siteId: whole,
    siteName: shortText,
    reason: shortText,
    warnings: listOf(shortText),
  }),
  /** No answer came, and looking again did not tell. */
  v.strictObject({ kind: v.literal("uncertain"), reason: shortText }),
  /** The person said no, or cancelled in time: nothing was sent. */
  v.strictObject({ kind: v.literal("notSent") }),
  /** The panel is no longer the one that was shown: nothing was sent. */
  v.strictObject({ kind: v.literal("panelChanged"), panel }),
  /** The host's own check found errors: nothing was sent. */
  v.strictObject({ kind: v.literal("invalid"), issues: listOf(issue) }),
]);

/** The most hosts of a draft that are looked up in the list. */
export const MOST_HOSTS = 1_000;

/**
 * What is being done. `waiting`: another window is sending the same site; `sending`: it cannot be taken back any more;
 * `looking`: it was sent before the page was made; `ended`: there is an outcome.
 */
const phase = v.picklist(["starting", "waiting", "sending", "looking", "ended"]);

const nothing = v.strictObject({});
const done = v.null();

/**
 * Every request of the form, with what it carries and what it is answered with. Each is answered exactly once, with a
 * result or with a problem. Nothing is ever asked of the form.
 */
export const siteFormRequests = {
  ready: { params: nothing, result: init },
  /** May take as long as the panel does. */
  choices: { params: nothing, result: choices },
  draftChanged: { params: v.strictObject({ draft: siteDraftSchema }), result: done },
  /** The panel as it is now. */
  panel: { params: nothing, result: panel },
  /** Answered as soon as the panel is no longer this one. */
  otherPanel: { params: v.strictObject({ panel }), result: panel },
  /** Leads a person to what ends the panel's obstacle. */
  removeObstacle: { params: nothing, result: done },
  /** What the open list has about these hosts. Asks the panel nothing. */
  listed: {
    params: v.strictObject({ hosts: v.pipe(listOf(shortText), v.maxLength(MOST_HOSTS)) }),
    result: v.strictObject({ names: listOf(shortText), isOneADomain: v.boolean() }),
  },
  /**
   * `attempt` is new for each press of the button: the same one is sent to the panel once. `panel` is the one that the
   * summary names.
   */
  submit: {
    params: v.strictObject({
      attempt: shortText,
      draft: siteDraftSchema,
      panel: v.strictObject({ name: shortText, address: shortText }),
    }),
    result: outcome,
  },
  /** Answered as soon as what is being done is no longer `phase`. */
  progress: { params: v.strictObject({ phase }), result: v.strictObject({ phase }) },
  /** Ends the wait; what was sent stays sent, and `submit` is answered with what is known. */
  cancel: { params: nothing, result: done },
  /** The outcome of what is running or has run, without credentials that were shown before. */
  outcome: { params: nothing, result: outcome },
  /** Puts credentials on the clipboard. */
  copy: { params: v.strictObject({ text: longText }), result: done },
  /** Shows the created site in the side bar. */
  reveal: { params: nothing, result: done },
  /** Forgets the outcome, so that another site can be created. */
  restart: { params: nothing, result: done },
  close: { params: nothing, result: done },
} as const;

export type SiteFormProtocol = typeof siteFormRequests;
export type SiteFormRequestName = keyof SiteFormProtocol;
export type SiteFormParams<Name extends SiteFormRequestName> = v.InferOutput<SiteFormProtocol[Name]["params"]>;
export type SiteFormResult<Name extends SiteFormRequestName> = v.InferOutput<SiteFormProtocol[Name]["result"]>;

export type SiteFormInit = v.InferOutput<typeof init>;
export type SiteChoices = v.InferOutput<typeof choices>;
export type SiteFormPanel = v.InferOutput<typeof panel>;
/** Why no site can be created on a panel. */
export type SiteObstacle = NonNullable<SiteFormPanel["obstacle"]>;
export type SitePhase = v.InferOutput<typeof phase>;
export type SiteOutcome = v.InferOutput<typeof outcome>;
/** What a panel has refused, at its field. */
export type SiteRefusal = NonNullable<Extract<SiteOutcome, { kind: "notCreated" }>["about"]>;
export type SitePart = v.InferOutput<typeof part>;
export type SiteCredential = v.InferOutput<typeof credential>;

/** From the form to the host. The name is looked up and the parameters are checked by the request's own schema. */
export const requestMessage = v.strictObject({
  id: whole,
  request: v.string(),
  params: v.unknown(),
});

/** From the host to the form. `problem` is a sentence. */
export const answerMessage = v.variant("ok", [
  v.strictObject({ id: whole, ok: v.literal(true), result: v.unknown() }),
  v.strictObject({ id: whole, ok: v.literal(false), problem: v.string() }),
]);

export type AnswerMessage = v.InferOutput<typeof answerMessage>;

/** What the editor keeps for a form, also over a restart. A field that cannot be read is empty, and the rest is kept. */
export const siteFormState = v.object({ panelId: shortText, draft: keptDraftSchema });

export type SiteFormState = v.InferOutput<typeof siteFormState>;

/** Whether a form would show both alike. */
export function isSamePanel(a: SiteFormPanel, b: SiteFormPanel): boolean {
  return a.id === b.id && a.name === b.name && a.address === b.address && a.obstacle === b.obstacle;
}
