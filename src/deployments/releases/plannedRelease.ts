import type { Site } from "../../wire/operations/sites.ts";
import type { RecordedRelease } from "../deploymentRecord.ts";
import type { PlannedRecord } from "../exchangeRecords.ts";
import type { AddedFiles } from "./addedFiles.ts";
import type { SiteReleases } from "./pastReleases.ts";
import type { Served } from "./servedDirectory.ts";
import type { SharedPath } from "./sharedPaths.ts";
import type { UserIni } from "./userIni.ts";

/** A release as it will be built and served. */
export interface PlannedRelease {
  /** The website, as the panel lists it. */
  readonly site: Site;
  /** Its directory, relative to the website's own: that of all releases, and its own in there. */
  readonly path: string;
  /** What the website serves now. */
  readonly from: Served;
  /** The release that this is; `undefined`: it serves none. */
  readonly live: string | undefined;
  /** The release that the panel has it serve after its next start; `undefined`: none. */
  readonly remembered: string | undefined;
  /** What was added to the release that is served, which this one does not take over; `undefined`: none is served. */
  readonly added: AddedFiles | undefined;
  /** All that it has, where it served one of them until the panel lost its run path; `undefined`: it did not. */
  readonly lost: SiteReleases | undefined;
  /** What it is to serve, below the website's own directory. */
  readonly runPath: string;
  /** The directory of it that visitors see, relative to it; empty for all of it. */
  readonly served: string;
  /** What the website served before its first release. */
  readonly plain: string;
  readonly shared: readonly SharedPath[];
  /** What keeps PHP to the website; `undefined`: nothing does. */
  readonly userIni: UserIni | undefined;
  /** How many older ones are kept beside it. */
  readonly keep: number;
  /** The file of nginx that says what the website serves. */
  readonly configuration: string;
  /** The release that it is compared with, and gets its files from where they are the same, relative to the website's own directory. */
  readonly base: string | undefined;
  /** What is served now is the same, but perhaps for its files. */
  readonly isAlike: boolean;
  readonly records: readonly PlannedRecord[];
}

/** What the server remembers of a release. */
export function recordedRelease({ path, served, from, plain, shared }: PlannedRelease): RecordedRelease {
  return { path, served, before: from.runPath, plain, shared: shared.map((each) => each.path) };
}
