import type { Running } from "../../actions/actionRunner.ts";
import type { FollowingLogs } from "../../followedLogs/logTails.ts";
import type { Copying, Editing } from "../../ports/workbench.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import type { FilePlace } from "../../serverFiles/filePlace.ts";
import type { KnownPanels } from "./knownPanels.ts";
import type { Telling } from "./telling.ts";

/** The services that run actions, and tell a person how they ended and what can be done next. */
export interface Acting extends Copying, Editing, FollowingLogs, KnownPanels, Redacting, Running, Telling {
  /** Downloads a file of a server to where a person chooses. */
  readonly download: (file: FilePlace) => Promise<void>;
}
