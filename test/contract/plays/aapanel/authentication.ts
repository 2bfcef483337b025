import { labTotal } from "../../../fakes/labRows.ts";
import { fails, gives, NOT_FOUND, type PlayTable } from "../../play.ts";

const TOTAL = "system.total";

const total = (memoryUsedMegabytes: number, processorPercent: number) => ({
  version: "8.10.0",
  isInAapanelWords: true,
  machine: { ...labTotal.machine, uptime: { count: 0, unit: "day" }, memoryUsedMegabytes, processorPercent },
});

const GB = 2 ** 30;

const disk = { bytes: 251.97 * GB, freeBytes: 67.63 * GB, usedPercent: 34 };

const machine = { demo: { differs: "another machine" } };

const unsupported = { kind: "unsupported" } as const;

const edition = gives("system.edition", { version: "8.10.0" }, { params: {} });

const NO_SUCH_ACTION = { excluded: "no operation of ours asks /v2/site", onDemo: {} };

/** Signature and address, what a panel says of itself, and of what it does not know. */
export const aapanelAuthenticationPlays: PlayTable = {
  system_total_v1: gives(TOTAL, total(1165, 57), { ...machine, params: {} }),
  probe_v1_get: gives(TOTAL, total(1270, 4), { ...machine, params: {}, otherMethod: true }),
  auth_old_time: gives(TOTAL, total(1165, 57), { ...machine, params: {} }),
  auth_missing: fails(TOTAL, NOT_FOUND),
  auth_wrong_token: fails(TOTAL, { kind: "refused", reason: "key" }),
  ua_bot: fails(TOTAL, NOT_FOUND),

  system_total_v2: edition,
  system_total_v2_2: edition,
  probe_v2_get: { ...edition, otherMethod: true },

  bad_action_v1: fails("site.types", unsupported),
  bad_action_v1_2: fails("site.types", unsupported),
  bad_action_v2: NO_SUCH_ACTION,
  bad_action_v2_2: NO_SUCH_ACTION,

  system_network_v1: gives(
    "system.details",
    {
      load: { one: 0.13427734375, five: 0.35205078125, fifteen: 0.69921875 },
      disks: [{ ...disk, path: "/" }],
    },
    { params: {}, demo: { differs: "another machine", fields: "other interfaces and devices" } },
  ),
  system_network_v2: { excluded: "no operation of ours reads load and disks in the second envelope" },
  system_disk_info_v1: { excluded: "no operation of ours reads the disks without the load" },
};
