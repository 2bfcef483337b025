import type * as v from "valibot";
import type { Call } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { FieldValue } from "./deploymentFields.ts";
import type { Place } from "./place.ts";

/** A kind of things that files are deployed to: what there is to know of one, in one place. */
export interface TargetKind<Row = unknown> {
  readonly kind: ResourceKind;
  /** An entry of the setting. A field with a mistake in its name must not be passed over: it may say what is left out. */
  readonly entry: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  /** What the values of its own fields must be. */
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Whether an entry with these fields is meant for one, also where they have mistakes in their names. */
  isMeant(fields: readonly string[]): boolean;
  /** Finds the one of this key as it is now; `undefined`: it is gone. Throws `PanelError`. */
  find(call: Call, key: string): Promise<Row | undefined>;
  /** Whether a place on the server is that of its files. */
  isAt(row: Row, place: Place): boolean;
  /** Whether it is stopped. What has no process never is, and is not restarted. */
  isStopped?(row: Row): boolean;
}
