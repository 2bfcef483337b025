import type { KnownEdition } from "../../../src/wire/answers/operation.ts";
import type { PlayTable } from "../play.ts";
import { aapanelAuthenticationPlays } from "./aapanel/authentication.ts";
import { aapanelBackupPlays } from "./aapanel/backups.ts";
import { aapanelContainerPlays } from "./aapanel/containers.ts";
import { aapanelFilePlays } from "./aapanel/files.ts";
import { aapanelJavaPlays } from "./aapanel/java.ts";
import { aapanelMaintenancePlays } from "./aapanel/maintenance.ts";
import { aapanelProjectPlays } from "./aapanel/projects.ts";
import { aapanelScheduledTaskPlays } from "./aapanel/scheduledTasks.ts";
import { aapanelServicePlays } from "./aapanel/services.ts";
import { aapanelSitePlays } from "./aapanel/sites.ts";
import { aapanelTerminalPlays } from "./aapanel/terminal.ts";
import { authenticationPlays } from "./baota/authentication.ts";
import { backupPlays } from "./baota/backups.ts";
import { containerPlays } from "./baota/containers.ts";
import { filePlays } from "./baota/files.ts";
import { javaPlays } from "./baota/java.ts";
import { maintenancePlays } from "./baota/maintenance.ts";
import { projectPlays } from "./baota/projects.ts";
import { scheduledTaskPlays } from "./baota/scheduledTasks.ts";
import { servicePlays } from "./baota/services.ts";
import { sitePlays } from "./baota/sites.ts";
import { terminalPlays } from "./baota/terminal.ts";
import { aapanelSettingPlays, settingPlays } from "./siteSettings.ts";

/** Every recorded exchange, by the name of its recording. */
export const plays: Readonly<Record<KnownEdition, PlayTable>> = {
  baota: {
    ...authenticationPlays,
    ...sitePlays,
    ...settingPlays,
    ...javaPlays,
    ...containerPlays,
    ...terminalPlays,
    ...maintenancePlays,
    ...filePlays,
    ...servicePlays,
    ...projectPlays,
    ...scheduledTaskPlays,
    ...backupPlays,
  },
  aapanel: {
    ...aapanelAuthenticationPlays,
    ...aapanelSitePlays,
    ...aapanelSettingPlays,
    ...aapanelJavaPlays,
    ...aapanelContainerPlays,
    ...aapanelTerminalPlays,
    ...aapanelMaintenancePlays,
    ...aapanelFilePlays,
    ...aapanelServicePlays,
    ...aapanelProjectPlays,
    ...aapanelScheduledTaskPlays,
    ...aapanelBackupPlays,
  },
};
