import { stamped } from "../../../src/demoPanel/http.ts";
import { setContainerStatus } from "../containers.ts";
import type { UnlistedEndpoint } from "../unlistedEndpoint.ts";
import { javaProjectInfo, restartJavaProject } from "./java.ts";
import { secondRoutes } from "./secondRoutes.ts";
import { brokenSiteList, plainLog } from "./sites.ts";

/** Endpoints of an aaPanel that are not in the wire table. */
export const unlisted: readonly UnlistedEndpoint[] = [
  { path: "/datalist/data/get_data_list", handler: brokenSiteList },
  { path: "/v2/project/java/restart_project", handler: restartJavaProject },
  { path: "/v2/project/java/get_project_info", handler: javaProjectInfo },
  { path: "/v2/btdocker/container/set_container_status", handler: setContainerStatus(stamped) },
  { path: "/site", action: "GetSiteLogs", handler: plainLog("access") },
  { path: "/site", action: "get_site_err_log", handler: plainLog("error") },
  { path: "/xterm", action: "", handler: breakOff },
  { path: "/v2/xterm", action: "", handler: breakOff },
  ...secondRoutes,
];

/** The web terminal fails on unknown actions; other modules answer with a message. */
function breakOff(): never {
  throw new Error("no action");
}
