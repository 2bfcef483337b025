import type { Finding, Seen, Step } from "../../../src/doctor/finding.ts";

const from = { computer: "电脑", place: "only" } as const;
const address = "地址";

// a missing fact does not compile
const byFact: { readonly [Fact in Seen["fact"]]: readonly [Step, ...Extract<Seen, { fact: Fact }>[]] } = {
  failure: [
    "key",
    { fact: "failure", failure: { kind: "refused", reason: "key", at: Date.UTC(2026, 0, 2, 3, 4) } },
    { fact: "failure", failure: { kind: "refused", reason: "key", at: Date.UTC(2026, 0, 2, 3, 4) }, isEarlier: true },
  ],
  asStranger: ["api", { fact: "asStranger", failure: { kind: "page", status: 404 } }],
  notReached: ["edition", { fact: "notReached" }],
  fine: ["panel", { fact: "fine" }],
  unlikePanel: ["panel", { fact: "unlikePanel" }],
  address: [
    "address",
    { fact: "address", address, from },
    { fact: "address", address, from: { ...from, place: "remote" } },
    { fact: "address", address, from: { ...from, place: "besideRemote" } },
  ],
  numeric: ["name", { fact: "numeric" }],
  resolved: ["name", { fact: "resolved", addresses: ["192.0.2.7", "192.0.2.8"] }],
  connected: ["port", { fact: "connected", milliseconds: 12.4 }],
  throughProxy: ["port", { fact: "throughProxy" }],
  plain: ["secure", { fact: "plain", isLocal: true }, { fact: "plain", isLocal: false }],
  trusted: ["secure", { fact: "trusted", by: "system" }, { fact: "trusted", by: "pin" }],
  clock: [
    "clock",
    { fact: "clock" },
    { fact: "clock", aheadMs: 59_000 },
    { fact: "clock", aheadMs: 2 * 3_600_000 },
    { fact: "clock", aheadMs: -40 * 86_400_000 },
  ],
  software: [
    "edition",
    { fact: "software", edition: "baota", version: undefined },
    { fact: "software", edition: "unknown", version: undefined },
  ],
  offer: [
    "offer",
    { fact: "offer", groups: ["site", "container"], hidden: [] },
    { fact: "offer", groups: ["site"], hidden: ["container"] },
  ],
};

/** What can be seen, each in every form with different words. */
export const findingSamples: readonly Finding[] = Object.values(byFact).flatMap(([step, ...all]) =>
  all.map((seen): Finding => ({ step, mark: seen.fact === "failure" ? "cross" : "unknown", seen })),
);
