import { examine } from "../doctor/examine.ts";
import { seenLine } from "../doctor/diagnostics.ts";
import type { Asker, Finding, Step } from "../doctor/finding.ts";
import type { AgentHandler } from "./agentServices.ts";
import { panelNamed } from "./named.ts";

/** What a person can do about a cross; a step that is not here is never one. */
const REMEDIES: Readonly<Partial<Record<Step, string>>> = {
  address: "agree to plain http, or to give the panel an https address",
  name: "check the host name of the panel, and the network of the asking computer",
  port: "check that the server and its panel run, the port, and the firewalls on the way",
  secure: "look at the certificate of the panel",
  panel: "check the address of the panel: something else answers there, or the panel is not well",
  api: "turn on the API in the panel, under Settings > API interface",
  allowed: "add the address of the asking computer to the IP allowlist of the panel's API, or to lift the lockout",
  key: "enter the API key of the panel again",
  edition: "look at the log of the extension",
};

const ASKED_FROM: Readonly<Record<Asker["place"], string>> = {
  only: "the computer of the user",
  remote: "the remote computer that this window works on",
  besideRemote: "the computer of the user, not the remote one that this window works on",
};

/** Diagnoses the connection to a panel. Its steps are as in copied diagnostics: without addresses, names and texts. */
export const diagnosePanel: AgentHandler<"diagnose_panel"> = async (services, { panel: name }, { signal }) => {
  const panel = panelNamed(services, name);
  const findings: Finding[] = [];
  for await (const finding of examine(services, panel, signal)) findings.push(finding);
  const fault = findings.find(({ mark }) => mark === "cross")?.step;
  return {
    says: {
      asked_from: ASKED_FROM[services.support.place()],
      fault: fault ?? "none",
      next:
        fault === undefined
          ? "The connection is as it should be. What is unknown was not seen, and is no fault."
          : `Do not repeat it. Ask the user to ${REMEDIES[fault] ?? "look at it"}. The command Server Panel: Diagnose Connection… helps them.`,
    },
    data: {
      panel: panel.name,
      steps: findings.map(({ step, mark, seen }) => ({ step, mark, seen: seenLine(seen) })),
    },
  };
};
