import type { OnActivityKeys, ReadingActivity } from "./activity/window/activityCommands.ts";
import type { Acting } from "./commands/context/acting.ts";
import type { Choosing } from "./commands/context/choosing.ts";
import type { ReadingPages } from "./commands/context/readPages.ts";
import type { RemovingPanels } from "./commands/panels/removePanel.ts";
import type { ShowingDemos } from "./commands/panels/openDemo.ts";
import type { Explaining } from "./commands/resources/explainTrouble.ts";
import type { Refreshing } from "./commands/resources/nodeCommands.ts";
import type { DeployingFolders } from "./deployments/window/deployServices.ts";
import type { Diagnosing } from "./doctor/window/doctorServices.ts";
import type { ConnectingAgents } from "./mcp/connect/connecting.ts";
import type { RunningJobs } from "./onServer/shippedScripts.ts";
import type { Workbench } from "./ports/workbench.ts";
import type { Redacting } from "./redaction/redactor.ts";
import type { FindingResources } from "./search/pickResource.ts";
import type { ChangingFiles } from "./serverFiles/window/changeFiles.ts";
import type { OpeningFiles, OpeningRows } from "./serverFiles/window/fileCommands.ts";
import type { HavingSearch } from "./fileSearch/window/searchCommands.ts";
import type { OpeningSiteForms } from "./siteForm/window/openingSiteForms.ts";
import type { OnKeys, Redrawing } from "./views/drawnTree.ts";

/**
 * All services of a window. They live as long as the window: `product.ts` creates and disposes them. `handlers.ts`
 * gives them to the commands.
 */
export interface Services
  extends
    Acting,
    ChangingFiles,
    Choosing,
    ConnectingAgents,
    DeployingFolders,
    Diagnosing,
    Explaining,
    FindingResources,
    HavingSearch,
    OnActivityKeys,
    OnKeys,
    OpeningFiles,
    OpeningRows,
    OpeningSiteForms,
    ReadingPages,
    ReadingActivity,
    Redacting,
    Redrawing,
    Refreshing,
    RunningJobs,
    RemovingPanels,
    ShowingDemos,
    Workbench {
  readonly log: Acting["log"];
  /** Puts rows in trouble first, or again into the order of their panels, in this workspace. */
  readonly switchOrder: () => Promise<void>;
}
