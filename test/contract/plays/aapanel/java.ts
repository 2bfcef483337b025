import { aapanelProject } from "../../../fakes/labRows.ts";
import { UNBOUND } from "../../aapanelLab.ts";
import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const START = "java.start";
const MOVE = "java.moveLogOfStopped";

const demo = { project: "demo" };
const onePage = { page: 1, limit: 10 };

const running = aapanelProject;

/** While it is dead its row says `listen_ok` and `status: "1"`. */
const stopped = { ...aapanelProject, pids: [], listening: [] };

const started = { msg: "Started successfully" };
const moved = { msg: "Project log path modified successfully" };

const newLogs = { ...demo, path: "/www/wwwlogs/java/newlogs" };

/** The route that is there only with a file that the public source lacks (docs/protocol.md 7.11, 7.19). */
const byMod = { route: "v2mod" } as const;

const restart = (onDemo: object) => ({
  excluded: "no operation of ours asks for it, for it kills the project (docs/protocol.md 7.14)",
  onDemo,
});

/** Java projects. */
export const aapanelJavaPlays: PlayTable = {
  java_list_running2_v2: gives("java.list", listOf([running]), {
    params: onePage,
    demo: { fields: "its project has no settings that a change of it has added" },
  }),
  java_list_stopped_v2: gives("java.list", listOf([stopped]), { params: onePage, given: ["stoppedProject"] }),
  java_list_p2_v2: gives("java.list", listOf([], 1), { params: { page: 2, limit: 1 } }),
  java_list_search_v2: gives("java.list", listOf([]), { params: onePage, otherFields: ["search"] }),
  project_java_v2_b: gives("java.list", listOf([]), {
    params: onePage,
    otherFields: ["p", "limit"],
    given: ["noProjects"],
  }),
  project_java_v2: fails("java.list", NOT_FOUND),
  mod_java_list_v2_with_shim: gives("java.list", listOf([{ ...running, pids: [2144] }]), {
    ...byMod,
    params: onePage,
    otherMethod: true,
    hasAllRoutes: true,
    given: ["otherProcess"],
  }),
  mod_java_v2: fails("java.list", NOT_FOUND, byMod),
  mod_java_project_list_v2: fails("java.list", NOT_FOUND, byMod),
  // BaoTa's routes, which are asked while nothing tells the edition
  mod_java_project_list: fails("java.list", NOT_FOUND, { route: "mod" }),
  mod_java_restart_v1: fails("java.restart", NOT_FOUND, { params: demo }),
  mod_java_restart_mod_v1: fails("java.restart", NOT_FOUND, { params: demo, otherFields: ["p"] }),
  java_log_v1: fails("java.log", rejected("指定模块不存在"), {
    route: "project",
    params: demo,
    demo: { cannot: "the words are those of the recorder's stand-in" },
  }),

  java_start_v2: gives(START, started, { params: demo, given: ["stoppedProject"] }),
  java_start_after_stop_v2: gives(START, started, { params: demo, given: ["stoppedProject"] }),
  java_start_again_v2: gives(START, started, { params: demo }),
  // what a failed start says there, too: the panel's restart is a stop and a start
  mod_java_restart_v2_with_shim: fails(START, rejected("启动失败,详细信息请查看日志"), {
    ...byMod,
    demo: { cannot: "it has no restart on that route, which nobody asks for" },
  }),
  mod_java_restart_v2: fails(START, NOT_FOUND, byMod),

  java_stop_running_v2: gives("java.stop", { msg: "Stopped successfully" }, { params: demo }),
  java_stop_again_v2: fails("java.stop", rejected("The project is not running"), {
    params: demo,
    given: ["stoppedProject"],
  }),
  java_stop_unknown_v2: fails("java.stop", rejected("The specified project does not exist"), {
    params: { project: "nope" },
  }),

  java_restart_running_v2: restart({}),
  java_restart_stopped_v2: restart({ given: ["stoppedProject"] }),
  java_restart_v2_get_stype: restart({ given: ["stoppedProject"] }),
  java_restart_missing_v2: restart({}),
  project_java_restart_unknown_v2: restart({ given: ["noProjects"] }),
  project_java_restart_unknown_v2_post: restart({ given: ["noProjects"] }),

  java_log_running_v2: gives(
    "java.log",
    {
      text: [...UNBOUND, ...UNBOUND, "started <app> & port 19080"].join("\n"),
      file: "/www/wwwlogs/java/newlogs/demo.log",
      size: "913.00 b",
    },
    { params: demo, given: ["movedLog"], demo: { differs: "the size of the file" } },
  ),
  java_log_unknown_v2: fails("java.log", rejected("The specified project does not exist!"), {
    params: { project: "nope" },
  }),

  java_change_log_stopped_v2: gives(MOVE, moved, {
    params: { ...demo, path: "/www/wwwlogs/java/springboot" },
    given: ["stoppedProject"],
  }),
  java_change_log_running_v2: gives(MOVE, moved, { params: newLogs }),
  java_change_log_missing_v2: fails(MOVE, rejected("Invalid path")),
  java_change_log_dotdot_v2: fails(MOVE, rejected("Unsafe path")),
  project_java_change_log_unknown_v2: fails(MOVE, rejected("Project does not exist"), {
    params: { ...demo, path: "/tmp/x" },
    otherMethod: true,
    given: ["noProjects"],
  }),

  java_create_springboot_v2: { excluded: "no operation of ours creates Java projects" },
  java_info_v2: {
    excluded: "no operation of ours reads one project alone",
    onDemo: { demo: { fields: "it has other process ids" } },
  },
};
