import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { tryKey } from "../../connection/tryKey.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { ModalButton } from "../../ports/dialogs.ts";
import { failureText, failureTextOfNew } from "../../texts/failureTexts.ts";
import { askTrust, type Trust } from "./reviewCertificate.ts";
import type { PanelServices } from "./panelServices.ts";

/** The result of trying a panel. */
export interface Trial {
  /** The certificate that was trusted on the way. */
  readonly trust: Trust | undefined;
  /** `undefined`: the panel accepted the call. */
  readonly failure: PanelFailure | undefined;
}

/**
 * Tries a panel with one signed call; asks about a certificate that is not trusted, and then tries again. The redactor
 * keeps key and entrance, because the panel's answer is shown later.
 */
export async function tryPanel(services: PanelServices, record: PanelRecord, apiKey: string): Promise<Trial> {
  services.redactor.addTried(apiKey);
  const entrance = await services.store.entrance(record).catch(() => undefined);
  if (entrance !== undefined) services.redactor.addTriedEntrance(entrance);
  let trust: Trust | undefined;
  for (;;) {
    const tried = { ...record, ...trust };
    const failure = await services.dialogs.progress(l10n.t("Connecting to “{0}”…", record.name), (signal) =>
      tryKey(services.connectionServices, tried, apiKey, signal),
    );
    if (failure?.kind !== "tls" || failure.certificate === undefined) return { trust, failure };
    const trusted = await askTrust(services, record.address, failure);
    if (trusted === undefined) return { trust, failure };
    trust = trusted;
  }
}

/** What a person may do about a trial that failed; `origin`: use the panel there. */
export type NextStep = "retry" | "address" | "key" | "store" | { readonly origin: string };

/** A trial that failed, and where. */
export interface FailedTrial {
  readonly failure: PanelFailure;
  readonly address: string;
  /** Whether a panel is stored with this address already. */
  readonly isStored: boolean;
  /** The same place under the other scheme, to be offered first (see `findOtherScheme`). */
  readonly other?: string | undefined;
}

/** Asks how to go on, with the reason in full. `offered` are labels in the order of the buttons. */
export async function askNextStep(
  { dialogs }: PanelServices,
  message: string,
  { failure, address, isStored, other: origin }: FailedTrial,
  offered: readonly ModalButton<NextStep>[],
): Promise<NextStep | undefined> {
  const other = origin === undefined ? [] : [{ label: l10n.t("Use {0}", origin), value: { origin } }];
  const said = isStored ? failureText(failure, address) : failureTextOfNew(failure, address);
  const detail = failure.kind === "cancelled" ? l10n.t("It is not known whether the panel accepts the key.") : said;
  return dialogs.choose<NextStep>(message, detail, [...other, ...offered]);
}
