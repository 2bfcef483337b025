import * as v from "valibot";
import { bareObject, onlyStamped } from "../answers/envelope.ts";
import { anyText, firstItems, integer, label, maybe } from "../answers/fields.ts";
import { rowsOf } from "../answers/listing.ts";
import { bytesIn, percentIn, uptimeIn, type Disk, type Machine, type MachineDetails } from "../answers/machine.ts";
import { operation } from "../answers/operation.ts";
import { systemModule } from "./modules.ts";
import { onEither, v2 } from "./wires.ts";

/** A figure that is only shown. Impossible values are dropped, so that the rest of the answer still counts. */
function figure(schema: v.GenericSchema<unknown, number>, least: number, largest = Number.MAX_SAFE_INTEGER) {
  return v.fallback(maybe(v.pipe(schema, v.minValue(least), v.maxValue(largest))), undefined);
}

const megabytes = figure(integer, 1);

const percent = figure(v.number(), 0, 100);

const shownLabel = v.fallback(maybe(label), undefined);

const average = figure(v.number(), 0, 1_000_000);

/** File systems of images, which are full by their nature; in a container FUSE mounts them. */
const IMAGES =
  /^(?:iso9660|squashfs|udf|erofs|cramfs|romfs)$|^fuse\.(?:snapfuse|squashfuse|squashfuse_ll|erofsfuse|fuseiso|archivemount|dwarfs)$/;

/**
 * A disk: `size` begins with total, used, free and share, as text; a panel may add numbers of its own
 * (docs/protocol.md 13.4). Layers are left out: they repeat the sizes of the disk below.
 */
const disk = v.pipe(
  v.object({
    path: shownLabel,
    filesystem: shownLabel,
    type: shownLabel,
    size: v.fallback(maybe(firstItems(anyText)), undefined),
  }),
  v.transform(({ path, filesystem, type, size = [] }): readonly Disk[] => {
    const isLayer = filesystem === "overlay" && path !== "/";
    if (isLayer || IMAGES.test(type ?? "")) return [];
    const [total = "", _used, free = "", share = ""] = size;
    return [{ path, bytes: bytesIn(total), freeBytes: bytesIn(free), usedPercent: percentIn(share) }];
  }),
);

/** What a panel tells of itself. */
interface Total {
  readonly version: string | undefined;
  /** Its uptime is in words that BaoTa has in no language (docs/protocol.md 14.2). */
  readonly isInAapanelWords?: true;
  /** `undefined` where the panel has no total. */
  readonly machine: Machine | undefined;
}

const AAPANEL_WORDS = /^\d{1,4} Day\(s\)$/;

/** The panel itself and the machine it runs on (docs/protocol.md 13). */
export const systemOperations = {
  /** The best connection test. 1.1 s on the first call, for it samples the processor. */
  "system.total": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: v.pipe(
      v.object({
        version: maybe(label),
        system: shownLabel,
        time: shownLabel,
        memTotal: megabytes,
        memRealUsed: megabytes,
        cpuNum: figure(integer, 1),
        cpuRealUsed: percent,
      }),
      v.transform(({ version, system, time, memTotal, memRealUsed, cpuNum, cpuRealUsed }): Total => {
        const isPossible = memTotal !== undefined && memRealUsed !== undefined && memRealUsed <= memTotal;
        const machine = {
          system,
          uptime: time === undefined ? undefined : uptimeIn(time),
          memoryMegabytes: memTotal,
          memoryUsedMegabytes: isPossible ? memRealUsed : undefined,
          processors: cpuNum,
          processorPercent: cpuRealUsed,
        };
        return { version, machine, ...(AAPANEL_WORDS.test(time ?? "") && { isInAapanelWords: true }) };
      }),
    ),
    wires: [onEither(systemModule, { action: "GetSystemTotal", envelope: bareObject("memTotal") })],
  }),
  /**
   * `system.total` on a route of aaPanel alone: success or the 404 page shows the edition, once `system.total` has
   * succeeded (docs/protocol.md 14.1).
   */
  "system.edition": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: v.object({ version: maybe(label) }),
    wires: [onEither(v2(systemModule), { action: "GetSystemTotal", envelope: onlyStamped(bareObject("memTotal")) })],
  }),
  /**
   * Load and file systems of the machine: 0.2 s after `system.total`, which has sampled the processor
   * (docs/protocol.md 13.3). Panels look at every file system for it, which waits for a server that is gone.
   */
  "system.details": operation({
    effect: "read",
    deadlineMs: 20_000,
    params: v.object({}),
    result: v.pipe(
      v.object({
        load: v.fallback(maybe(v.object({ one: average, five: average, fifteen: average })), undefined),
        disk: v.fallback(maybe(rowsOf(disk)), undefined),
      }),
      v.transform(({ load, disk: disks }): MachineDetails => ({ load, disks: disks?.rows.flat() ?? [] })),
    ),
    wires: [onEither(systemModule, { action: "GetNetWork", envelope: bareObject("network") })],
  }),
};
