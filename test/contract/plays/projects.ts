import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { fails, gives, listOf, type Play } from "../play.ts";

/** The projects of a lab, by what their operations are called. */
const TYPES = {
  Node: { web: "web_node", ends: "ends_nodejs", note: "lab", port: 13000 },
  Python: { web: "web_python", ends: "ends_python", note: "web_python", port: 13001 },
  Go: { web: "web_go", ends: "ends_go", note: "lab", port: 13002 },
  Other: { web: "web_other", ends: "ends_other", note: "lab", port: 13003 },
} as const;

/** What the project is like that is meant; one that is `ending` ends at once, and `unknown` is none. */
type Where = "running" | "stopped" | "ending" | "unknown";

/** How a list was asked for, and how its demo differs. */
interface Listing {
  readonly isSearch?: true;
  readonly words?: string;
}

/** What the lists of a lab have of the files of a project. */
function filesOf(type: keyof typeof TYPES) {
  const none = { directory: undefined, program: undefined, node: undefined, environment: undefined };
  const directory = `/www/wwwroot/projects/${TYPES[type].web}`;
  const own = {
    Node: { directory, node: "v20.20.2" },
    Python: { directory, environment: "/www/server/pyporject_evn/lab" },
    Go: { directory, program: `${directory}/app` },
    Other: { program: `${directory}/app` },
  };
  return { ...none, user: "root", isPreparing: false, ...own[type] };
}

const OWN = "each type has a sentence of its own for it, and logs have their own lines";

/** The demo says it in other words. */
export const OTHER_WORDS = { words: OWN, differs: OWN, fields: OWN };

/** The plays of one type of projects in a lab. */
export function projectsOf(lab: "labProjects" | "aapanelProjects", type: keyof typeof TYPES) {
  const { web, ends, note, port } = TYPES[type];
  const places: Readonly<Record<Where, Pick<Play, "given" | "params">>> = {
    running: { given: [lab], params: { project: web } },
    stopped: { given: [lab, "stoppedProjects"], params: { project: web } },
    ending: { given: [lab, "endingProjects"], params: { project: ends } },
    unknown: { given: [lab], params: { project: "nosuch" } },
  };
  return {
    does: (verb: "restart" | "start" | "stop", msg: string, where: Where = "running"): Play =>
      gives(`project.${verb}${type}`, { msg }, places[where]),
    fails: (
      verb: "log" | "restart" | "start" | "stop",
      failure: PanelFailure,
      where: Where,
      demo?: Play["demo"],
    ): Play => fails(`project.${verb}${type}`, failure, { ...places[where], ...(demo && { demo }) }),
    logs: (text: string, where: Where = "running"): Play =>
      gives(`project.log${type}`, { text }, { ...places[where], demo: OTHER_WORDS }),
    /** `undefined`: it is stopped. @param since its start, in seconds since the epoch, where the list has it */
    lists(run: { readonly pid: number; readonly since?: number } | undefined, { isSearch, words }: Listing = {}): Play {
      const row = {
        name: web,
        note,
        pids: run === undefined ? [] : [run.pid],
        starting: false,
        listening: run === undefined ? [] : [port],
        port: String(port),
        domains: [],
        ...filesOf(type),
      };
      return gives(`project.list${type}`, listOf([row]), {
        given: run === undefined ? [lab, "stoppedProjects"] : [lab],
        ...(isSearch && { params: { page: 1, limit: 10 }, otherFields: ["search"] }),
        demo: { ...(words !== undefined && { words }), fields: "only what is read of a project" },
      });
    },
  };
}
