import { addSite as addSiteBy, allDomains, isKeyDirectory, keyDirectories } from "../bothEditions/addSite.ts";
import { say } from "../sentences.ts";

/** Creates a site, of whose domain there is none yet, on another port too. */
export const addSite = addSiteBy({
  rootProblem: ({ language }, root) =>
    isKeyDirectory(root) || root === "/www/wwwroot" ? say(language, "systemDirectory", keyDirectories) : undefined,
  arePorts: isPort,
  domainProblem({ state, language }, { host }) {
    if (host.includes("*")) return say(language, "badDomain");
    const isTaken = allDomains(state).some((taken) => taken.split(":")[0] === host);
    return isTaken ? say(language, "siteExists") : undefined;
  },
  nameOf: (_, { host }) => host,
  besides: { ssl: false, redirect: true },
});

/** Its sentence says 100, and 80 is what everybody takes. */
function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && (port === "80" || (Number(port) >= 100 && Number(port) <= 65_535));
}
