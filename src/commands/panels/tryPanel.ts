import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { tryKey } from "../../connection/tryKey.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { ModalButton, Talking } from "../../ports/dialogs.ts";
import { failureText, failureTextOfNew } from "../../texts/failureTexts.ts";
import { askTrust, type Trust } from "./reviewCertificate.ts";
import { openPages, type OpeningPages } from "./openInBrowser.ts";
import { fixNamesFor, type FixName } from "./fixNames.ts";
import { whileConnecting } from "../context/askPanel.ts";
import type { Connecting } from "../../connection/panelConnection.ts";
import type { Copying } from "../../ports/workbench.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import { sentences } from "../../characters/sentences.ts";

/** Trying an address and a key, and finding out why they do not work. */
export interface Trying extends Connecting, Copying, KeepingPanels, OpeningPages, Talking {}

/** The result of trying a panel. */
export interface Trial {
  /** The certificate that a person trusted meanwhile. */
  readonly trust: Trust | undefined;
  /** `undefined`: the panel accepted the call. */
  readonly failure: PanelFailure | undefined;
}

/**
 * Tries a panel with one signed call; asks about a certificate that is not trusted, and then tries again. The
 * redactor keeps key and entrance, because the panel's answer is shown later.
 */
export async function tryPanel(services: Trying, record: PanelRecord, apiKey: string): Promise<Trial> {
  services.redactor.addTried(apiKey);
  const entrance = await services.store.entrance(record).catch(() => undefined);
  if (entrance !== undefined) services.redactor.addTriedEntrance(entrance);
  let trust: Trust | undefined;
  for (;;) {
    const tried = { ...record, ...trust };
    const failure = await whileConnecting(services.dialogs, record, (signal) =>
      tryKey(services.connectionServices, tried, apiKey, signal),
    );
    if (failure?.kind !== "tls" || failure.certificate === undefined) return { trust, failure };
    const trusted = await askTrust(services, record.address, failure);
    if (trusted === undefined) return { trust, failure };
    trust = trusted;
  }
}

/** Shows the result of a trial in the row of the stored panel, unless the trial was cancelled. */
export function showTrial(
  { connectionServices }: Connecting,
  record: PanelRecord,
  { failure }: Pick<Trial, "failure">,
): void {
  if (failure?.kind === "cancelled") return;
  connectionServices.reportCall?.(record, { operation: "system.total", ...(failure && { failure }) });
}

/** What a person chose after a failed trial; `origin`: try the panel there. */
export type ChosenFix = "retry" | "address" | "key" | "store" | { readonly origin: string };

/** A failed trial. */
export interface FailedTrial {
  readonly failure: PanelFailure;
  readonly address: string;
  /** A secret: the panel's security entrance, if known. */
  readonly entrance?: string | undefined;
  /** Whether a panel is stored with this address already. */
  readonly isStored: boolean;
  /** The origin with the other scheme, offered first (see `findOtherScheme`). */
  readonly other?: string | undefined;
  /** The properties that the person can change here. */
  readonly changeable: readonly ("address" | "key")[];
}

/** Most buttons of a question besides Cancel; one of them may be "More…". */
const MOST_BUTTONS = 4;

/**
 * Asks how to go on, with the reason in full; the likeliest fixes are buttons, the others a list behind "More…".
 * Copying an address and opening the panel lead back to the question.
 */
export async function askFix(
  services: Copying & OpeningPages & Talking,
  message: string,
  trial: FailedTrial,
): Promise<ChosenFix | undefined> {
  const { failure, address, isStored } = trial;
  const sentence = isStored ? failureText(failure, address) : failureTextOfNew(failure, address);
  const reason = failure.kind === "cancelled" ? l10n.t("It is not known whether the panel accepts the key.") : sentence;
  let fixes = fixesAfterTrial(services, trial);
  let detail = reason;
  for (;;) {
    const fix = await chooseFix(services, message, detail, fixes);
    if (typeof fix !== "function") return fix;
    detail = sentences(await fix(), reason);
    // then the next one is the likeliest
    fixes = [...fixes.filter(({ value }) => value !== fix), ...fixes.filter(({ value }) => value === fix)];
  }
}

/** A fix that leads back to the question; resolves to a sentence about its result. */
type SideFix = () => Promise<string>;

async function chooseFix(
  { dialogs }: Talking,
  message: string,
  detail: string,
  fixes: readonly ModalButton<ChosenFix | SideFix>[],
): Promise<ChosenFix | SideFix | undefined> {
  if (fixes.length <= MOST_BUTTONS) return dialogs.choose(message, detail, fixes);
  const [likely, others] = [fixes.slice(0, MOST_BUTTONS - 1), fixes.slice(MOST_BUTTONS - 1)];
  const more = { label: l10n.t("More…"), value: "more" } as const;
  for (;;) {
    const fix = await dialogs.choose<ChosenFix | SideFix | "more">(message, detail, [...likely, more]);
    if (fix !== "more") return fix;
    const other = await dialogs.pick(message, l10n.t("How do you want to go on?"), others);
    if (other !== undefined) return other;
  }
}

/** All fixes, the likeliest first; saving the failed panel is the last. */
function fixesAfterTrial(
  services: Copying & OpeningPages,
  { failure, address, entrance, other, changeable }: FailedTrial,
): readonly ModalButton<ChosenFix | SideFix>[] {
  const fixes: Readonly<Partial<Record<FixName, ModalButton<ChosenFix | SideFix>>>> = {
    copy: { label: l10n.t("Copy Address"), value: () => copyAddress(services, failure) },
    browse: { label: l10n.t("Open Panel in Browser"), value: () => browse(services, address, entrance) },
    retry: { label: l10n.t("Try Again"), value: "retry" },
    ...(changeable.includes("address") && { address: { label: l10n.t("Change the Address…"), value: "address" } }),
    ...(changeable.includes("key") && { key: { label: l10n.t("Change the API Key…"), value: "key" } }),
  };
  const names = new Set([...fixNamesFor(failure), ...changeable, "retry", "browse"] as const);
  return [
    ...(other === undefined ? [] : [{ label: l10n.t("Use {0}", other), value: { origin: other } }]),
    ...[...names].flatMap((name) => fixes[name] ?? []),
    { label: l10n.t("Save Anyway"), value: "store" },
  ];
}

async function copyAddress({ clipboard }: Copying, failure: PanelFailure): Promise<string> {
  const address = failure.kind === "refused" ? (failure.clientAddress ?? "") : "";
  await clipboard.write(address);
  return l10n.t("{0} was copied.", address);
}

async function browse(services: OpeningPages, address: string, entrance: string | undefined): Promise<string> {
  await openPages(services, address, entrance);
  return l10n.t("The panel was opened in the browser.");
}
