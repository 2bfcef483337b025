import {
  addSite as addSiteBy,
  allDomains,
  allSites,
  domainOf,
  isKeyDirectory,
  keyDirectories,
} from "../bothEditions/addSite.ts";
import { say } from "../sentences.ts";

/** Creates a site; any port will do, 22 too. */
export const addSite = addSiteBy({
  rootProblem({ state, language }, root) {
    if (/[ \n]/.test(root)) return "目录中不能包含空格或换行符，请重新选择！";
    if (state.files.files.has(root)) return "选中的必须是一个目录而不是一个文件";
    if (isKeyDirectory(root)) return say(language, "systemDirectory", keyDirectories);
    return root === "/www/wwwroot" || root === "/www/backup" ? "不能以系统关键目录作为站点目录" : undefined;
  },
  arePorts: (port, more) => [port, ...more].map((text) => text.trim()).every(isPort),
  domainProblem({ state, language }, { host, port }) {
    if (host.includes("*")) return "主域名不能为泛解析";
    return allDomains(state).includes(domainOf(`${host}:${port}`)) ? say(language, "siteExists") : undefined;
  },
  nameOf: (state, { host, port }) => (allSites(state).some((site) => site.name === host) ? `${host}_${port}` : host),
  besides: { gitStatus: false },
});

function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
}
