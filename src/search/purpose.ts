import * as l10n from "@vscode/l10n";
import { changesOn } from "../commands/context/hasFeature.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { RowVerb } from "../manifest/commandShape.ts";
import { taskStatesOf } from "../manifest/taskActions.ts";
import { actionsOf, offersOf, resourceKinds, rowProceduresOf, type ResourceKind } from "../resources/resources.ts";
import { plainVerbTitles, verbWords, type PlainVerb } from "../resources/verbs.ts";
import { isOffered } from "../tree/verbsAt.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

/** What a list of resources is opened for. */
export interface Purpose {
  readonly title: string;
  /** Told where nothing was found that it could list; more may be on the panels. */
  readonly nothing: string;
  /** The kinds that it reads. */
  readonly kinds: ReadonlySet<ResourceKind>;
  /** Whether a row is listed; the kind alone does not decide it. */
  readonly isFor: (services: KnownPanels, node: ItemNode) => boolean;
  /** Its rows have buttons for what is mostly done to them. */
  readonly hasButtons?: true;
}

/** Shows a resource in the side bar. */
export function showing(): Purpose {
  return {
    title: l10n.t("Go to Resource"),
    nothing: l10n.t("Nothing is listed on your panels."),
    kinds: new Set(resourceKinds),
    isFor: () => true,
    hasButtons: true,
  };
}

/** Does to a resource what a verb says. */
export function offering(verb: RowVerb): Purpose {
  const title = titleOf(verb);
  return {
    title,
    nothing: l10n.t("Nothing was found that offers “{0}”.", title),
    kinds: new Set(resourceKinds.filter((kind) => isVerbOf(kind, verb))),
    isFor: (services, node) => isOffered(node, changesOn(services, node), verb),
  };
}

/** The name of a verb, without the sign that something is asked next. */
export function titleOf(verb: RowVerb): string {
  const title = isPlain(verb) ? plainVerbTitles[verb]() : verbWords[verb].button();
  return title.replace(/…$/, "");
}

function isPlain(verb: RowVerb): verb is PlainVerb {
  return Object.hasOwn(plainVerbTitles, verb);
}

function isVerbOf(kind: ResourceKind, verb: RowVerb): boolean {
  const own = [...actionsOf(kind).map(([name]) => name), ...rowProceduresOf(kind), ...Object.keys(offersOf(kind))];
  return own.includes(verb) || (verb === "addTask" && taskStatesOf(kind).length > 0);
}
