import { labProject } from "../../../fakes/labRows.ts";
import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const issued = { msg: "操作已执行" };
const demo = { project: "demo" };
const unknown = rejected("项目不存在");

const CHANGE = "java.changeLogPath";

/** Java projects. */
export const javaPlays: PlayTable = {
  java_project_list: gives("java.list", listOf([labProject]), {
    params: { page: 1, limit: 12 },
    otherFields: ["p", "limit"],
    otherMethod: true,
  }),
  java_data_json_param: gives("java.list", listOf([labProject])),
  java_project_list_empty: gives("java.list", listOf([]), { given: ["noProjects"] }),
  java_project_list_empty_stype: gives("java.list", listOf([]), { given: ["noProjects"] }),
  java_stype_html: fails("java.list", rejected("指定模板不存在!")),
  java_stype_json: fails("java.list", { kind: "malformed", fields: ["(whole)"] }, { given: ["noProjects"] }),
  java_unknown_module: fails("java.restart", { kind: "unsupported" }),

  java_restart_ok: gives("java.restart", issued, { params: demo }),
  java_restart_other_suffix: gives("java.restart", issued),
  java_restart_path_trailing_slash: gives("java.restart", issued),
  java_restart_unknown: fails("java.restart", unknown, { given: ["noProjects"] }),
  java_restart_unknown_post: fails("java.restart", unknown, { given: ["noProjects"] }),
  java_restart_unknown_stype: fails("java.restart", unknown, { given: ["noProjects"], params: demo }),
  nonascii_project: fails("java.restart", unknown, { params: { project: "项目" } }),
  java_start: gives("java.start", issued, { given: ["stoppedProject"] }),
  java_start_again: gives("java.start", issued),
  java_start_running_b: fails("java.start", rejected("项目已启动"), {
    demo: { cannot: "its project counts as started just now, of which a panel says true (docs/protocol.md 7.6)" },
  }),

  java_project_get_project_log: gives(
    "java.log",
    { text: "started", file: "/www/wwwlogs/java/newlogs/demo.log", size: "8.00 b" },
    { params: demo },
  ),
  java_change_log_path_is_file: gives(
    CHANGE,
    { msg: "项目日志路径修改成功" },
    {
      params: { ...demo, path: "/etc/hostname" },
    },
  ),
  java_change_log_bad_path: fails(CHANGE, rejected("路径格式错误")),
  java_change_log_cannot_create: fails(CHANGE, NOT_FOUND, { params: { ...demo, path: "/proc/nope/logs" } }),
  java_change_log_missing: fails(CHANGE, rejected("参数错误"), { given: ["noProjects"] }),
  java_change_log_unknown: fails(CHANGE, unknown, {
    given: ["noProjects"],
    params: { ...demo, path: "/tmp/x" },
  }),
  java_change_log_unsafe_path: fails(CHANGE, rejected("不安全的路径")),

  java_create_project: { excluded: "no operation of ours creates Java projects" },
  java_get_spring_log_list: { excluded: "no operation of ours lists log files" },
  java_project_log_list: { excluded: "unfinished code of the panel, which no operation of ours calls" },
};
