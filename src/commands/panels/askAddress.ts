import * as l10n from "@vscode/l10n";
import { candidates, cleanAddress, type AddressProblem, type PanelAddress } from "../../panels/address.ts";
import {
  createUnsignedProbe,
  probeCandidates,
  type ProbeAnswer,
  type ProbeResult,
} from "../../connection/addressProbe.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import { failureTextOfNew } from "../../texts/failureTexts.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { agreeToOrigin, isSecure, type Agreeing } from "./agreeToOrigin.ts";
import type { Connecting } from "../../connection/panelConnection.ts";
import type { Redacting } from "../../redaction/redactor.ts";

/** The origin of a panel with the person's consent to its use, and the text that was typed, for changing it later. */
export interface AgreedAddress {
  readonly typed: string;
  readonly origin: string;
  /** A secret: the security entrance, if one was typed. */
  readonly entrance?: string;
  readonly httpConsent: boolean;
}

/**
 * Asks for an address. If scheme or port are missing, probes the possible origins and asks which one; then asks for
 * consent (see `agreeToOrigin`). Dismissing a later question leads back to the first, with the typed text.
 *
 * @param panel the one that gets the address; absent if one is added. If it has https, http is not tried
 */
export async function askAddress(
  services: Agreeing & Connecting & Redacting,
  value: string | undefined,
  panel: PanelRecord | undefined,
): Promise<AgreedAddress | undefined> {
  let typed = value;
  for (;;) {
    typed = await services.dialogs.input({
      title: l10n.t("Panel Address"),
      prompt: l10n.t("Address and port of the panel, as in your browser. Its security entrance may be part of it."),
      placeholder: "https://192.0.2.1:8888",
      ...(typed === undefined ? {} : { value: typed }),
      problem: (text) => addressProblemText(cleanAddress(text)),
    });
    if (typed === undefined) return undefined;
    const address = cleanAddress(typed);
    if (address.kind === "ok" && address.entrance !== undefined) services.redactor.addTriedEntrance(address.entrance);
    if (address.kind === "invalid") continue;
    const wasSecure = panel !== undefined && isSecure(panel);
    const origin = await chooseOrigin(services, wasSecure ? { scheme: "https", ...address } : address);
    if (origin === undefined) continue;
    const httpConsent = await agreeToOrigin(services, origin, panel);
    if (httpConsent === undefined) continue;
    return { typed, origin, httpConsent, ...(address.entrance === undefined ? {} : { entrance: address.entrance }) };
  }
}

async function chooseOrigin(services: Connecting & Talking, address: PanelAddress): Promise<string | undefined> {
  const origins = candidates(address);
  if (origins.length === 1) return origins[0];
  const { host } = address;
  const result = await probe(services, host, origins);
  if (result === undefined) return undefined;
  return services.dialogs.pick(l10n.t("Which Address?"), l10n.t("No API key was sent to {0}", host), choices(result));
}

/** `undefined`: cancelled. */
async function probe(
  { dialogs, connectionServices }: Connecting & Talking,
  host: string,
  origins: readonly string[],
): Promise<ProbeResult | undefined> {
  const transport = connectionServices.createTransport({ pin: () => undefined });
  try {
    return await dialogs.progress(l10n.t("Looking for a panel at {0}…", host), (signal) =>
      probeCandidates(origins, createUnsignedProbe(transport, connectionServices.clock), signal),
    );
  } catch (error) {
    if (failureOf(error)?.kind === "cancelled") return undefined;
    throw error;
  } finally {
    transport.dispose();
  }
}

function choices({ answered, failed }: ProbeResult): readonly Choice<string>[] {
  return [
    ...answered.map(({ origin, answer }) => ({
      label: origin,
      description: answerText(answer),
      icon: answer.kind === "other" ? "question" : "pass",
      value: origin,
    })),
    ...failed.map(({ origin, failure }) => ({
      label: origin,
      description: l10n.t("no answer"),
      detail: failureTextOfNew(failure, origin),
      icon: "circle-slash",
      value: origin,
    })),
  ];
}

function answerText({ kind }: ProbeAnswer): string {
  switch (kind) {
    case "panelLike":
      return l10n.t("answers like a panel");
    case "tls":
      return l10n.t("answers with its own certificate, like a panel");
    case "other":
      return l10n.t("answers, may not be a panel");
    default:
      return kind satisfies never;
  }
}

function addressProblemText(address: ReturnType<typeof cleanAddress>): string | undefined {
  if (address.kind === "ok") return undefined;
  const texts: Readonly<Record<AddressProblem, string>> = {
    empty: l10n.t("Enter an address, such as https://192.0.2.1:8888."),
    space: l10n.t("The address must not contain spaces."),
    scheme: l10n.t("The address must begin with https:// or http://."),
    userinfo: l10n.t("Leave out user name and password: the API key is asked for next."),
    host: l10n.t("This is not a host name or IP address."),
    port: l10n.t("A port is a number from 1 to 65535."),
  };
  return texts[address.reason];
}
