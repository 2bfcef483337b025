import { excluded, fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const OWN = "each type has a sentence of its own for it, and logs have their own lines";
const WORDS = { words: OWN, differs: OWN, fields: OWN };

/** Projects beside those of Java. */
export const projectPlays: PlayTable = {
  go_list_search: gives(
    "project.listGo",
    listOf([
      {
        name: "web_go",
        note: "lab",
        pids: [1048],
        starting: false,
        listening: [13002],
        port: "13002",
        domains: [],
        startTimes: { "1048": 1795367381 },
      },
    ]),
    {
      given: ["labProjects"],
      params: { page: 1, limit: 10 },
      otherFields: ["search"],
      demo: { fields: "only what is read of a project" },
    },
  ),
  go_list_stopped: gives(
    "project.listGo",
    listOf([{ name: "web_go", note: "lab", pids: [], starting: false, listening: [], port: "13002", domains: [] }]),
    { given: ["labProjects", "stoppedProjects"], demo: { fields: "only what is read of a project" } },
  ),
  go_log: gives(
    "project.logGo",
    { text: 'go: starts\ngo: request /\n127.0.0.1 - - [22/Nov/2026 17:10:49] "GET / HTTP/1.1" 200 -' },
    { given: ["labProjects"], params: { project: "web_go" }, demo: WORDS },
  ),
  go_log_unknown: fails("project.logGo", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  go_restart: gives(
    "project.restartGo",
    { msg: "重启成功" },
    { given: ["labProjects"], params: { project: "web_go" } },
  ),
  go_restart_ends_at_once: fails("project.restartGo", rejected("项目未启动"), {
    given: ["labProjects", "endingProjects"],
    params: { project: "ends_go" },
  }),
  go_restart_unknown: fails("project.restartGo", NOT_FOUND, { given: ["labProjects"], params: { project: "nosuch" } }),
  go_start: gives(
    "project.startGo",
    { msg: "启动成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_go" } },
  ),
  go_start_2: gives(
    "project.startGo",
    { msg: "启动成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_go" } },
  ),
  go_start_ends_at_once: fails("project.startGo", rejected("启动失败 about to fail about to fail"), {
    given: ["labProjects", "endingProjects"],
    params: { project: "ends_go" },
    demo: WORDS,
  }),
  go_start_unknown: fails("project.startGo", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  go_stop: gives("project.stopGo", { msg: "停止成功" }, { given: ["labProjects"], params: { project: "web_go" } }),
  go_stop_2: fails("project.stopGo", rejected("项目未启动"), {
    given: ["labProjects", "stoppedProjects"],
    params: { project: "web_go" },
  }),
  go_stop_after_start_running: gives(
    "project.stopGo",
    { msg: "停止成功" },
    { given: ["labProjects"], params: { project: "web_go" } },
  ),
  nodejs_log: gives(
    "project.logNode",
    { text: "node: listens\nnode: tick\nnode: tick\nnode: request /" },
    { given: ["labProjects"], params: { project: "web_node" }, demo: WORDS },
  ),
  nodejs_log_unknown: fails("project.logNode", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  nodejs_restart: gives(
    "project.restartNode",
    { msg: "重启成功" },
    { given: ["labProjects"], params: { project: "web_node" } },
  ),
  nodejs_restart_ends_at_once: fails(
    "project.restartNode",
    rejected(
      "启动失败/www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2",
    ),
    { given: ["labProjects", "endingProjects"], params: { project: "ends_nodejs" }, demo: WORDS },
  ),
  nodejs_restart_stopped: gives(
    "project.restartNode",
    { msg: "重启成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_node" } },
  ),
  nodejs_restart_unknown: fails("project.restartNode", NOT_FOUND, {
    given: ["labProjects"],
    params: { project: "nosuch" },
  }),
  nodejs_start_2: gives(
    "project.startNode",
    { msg: "启动成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_node" } },
  ),
  nodejs_start_ends_at_once: fails(
    "project.startNode",
    rejected(
      "启动失败/www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2",
    ),
    { given: ["labProjects", "endingProjects"], params: { project: "ends_nodejs" }, demo: WORDS },
  ),
  nodejs_start_running: gives(
    "project.startNode",
    { msg: "启动成功" },
    { given: ["labProjects"], params: { project: "web_node" } },
  ),
  nodejs_start_unknown: fails("project.startNode", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  nodejs_stop: gives(
    "project.stopNode",
    { msg: "停止成功" },
    { given: ["labProjects"], params: { project: "web_node" } },
  ),
  nodejs_stop_after_start_running: gives(
    "project.stopNode",
    { msg: "停止成功" },
    { given: ["labProjects"], params: { project: "web_node" } },
  ),
  nodejs_stop_again: fails("project.stopNode", rejected("项目未启动"), {
    given: ["labProjects", "stoppedProjects"],
    params: { project: "web_node" },
  }),
  nodejs_stop_unknown: fails("project.stopNode", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  other_list: gives(
    "project.listOther",
    listOf([
      {
        name: "web_other",
        note: "lab",
        pids: [1114],
        starting: false,
        listening: [13003],
        port: "13003",
        domains: [],
        startTimes: { "1114": 1795367382 },
      },
    ]),
    { given: ["labProjects"], demo: { fields: "only what is read of a project" } },
  ),
  other_list_search: gives(
    "project.listOther",
    listOf([
      {
        name: "web_other",
        note: "lab",
        pids: [1114],
        starting: false,
        listening: [13003],
        port: "13003",
        domains: [],
        startTimes: { "1114": 1795367382 },
      },
    ]),
    {
      given: ["labProjects"],
      params: { page: 1, limit: 10 },
      otherFields: ["search"],
      demo: { fields: "only what is read of a project" },
    },
  ),
  other_list_stopped: gives(
    "project.listOther",
    listOf([{ name: "web_other", note: "lab", pids: [], starting: false, listening: [], port: "13003", domains: [] }]),
    { given: ["labProjects", "stoppedProjects"], demo: { fields: "only what is read of a project" } },
  ),
  other_restart: gives(
    "project.restartOther",
    { msg: "重启成功" },
    { given: ["labProjects"], params: { project: "web_other" } },
  ),
  other_restart_ends_at_once: fails(
    "project.restartOther",
    rejected("启动失败 about to fail about to fail about to fail"),
    { given: ["labProjects", "endingProjects"], params: { project: "ends_other" }, demo: WORDS },
  ),
  other_restart_stopped: gives(
    "project.restartOther",
    { msg: "重启成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_other" } },
  ),
  other_restart_unknown: fails("project.restartOther", NOT_FOUND, {
    given: ["labProjects"],
    params: { project: "nosuch" },
  }),
  other_start: gives(
    "project.startOther",
    { msg: "启动成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_other" } },
  ),
  other_start_2: gives(
    "project.startOther",
    { msg: "启动成功" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_other" } },
  ),
  other_start_ends_at_once: fails("project.startOther", rejected("启动失败 about to fail about to fail"), {
    given: ["labProjects", "endingProjects"],
    params: { project: "ends_other" },
    demo: WORDS,
  }),
  other_start_running: fails("project.startOther", NOT_FOUND, {
    given: ["labProjects"],
    params: { project: "web_other" },
  }),
  other_start_unknown: fails("project.startOther", rejected("项目不存在"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  other_stop: gives(
    "project.stopOther",
    { msg: "停止成功" },
    { given: ["labProjects"], params: { project: "web_other" } },
  ),
  other_stop_after_start_running: gives(
    "project.stopOther",
    { msg: "项目未启动" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_other" } },
  ),
  other_stop_unknown: fails("project.stopOther", NOT_FOUND, {
    given: ["labProjects", "stoppedProjects"],
    params: { project: "nosuch" },
  }),
  python_list: gives(
    "project.listPython",
    listOf([
      {
        name: "web_python",
        note: "web_python",
        pids: [1157],
        starting: false,
        listening: [13001],
        port: "13001",
        domains: [],
      },
    ]),
    { given: ["labProjects"], demo: { fields: "only what is read of a project" } },
  ),
  python_list_stopped: gives(
    "project.listPython",
    listOf([
      { name: "web_python", note: "web_python", pids: [], starting: false, listening: [], port: "13001", domains: [] },
    ]),
    { given: ["labProjects", "stoppedProjects"], demo: { fields: "only what is read of a project" } },
  ),
  python_log: gives(
    "project.logPython",
    { text: 'python: starts\npython: request /\n127.0.0.1 - - [22/Nov/2026 17:10:13] "GET / HTTP/1.1" 200 -' },
    { given: ["labProjects"], params: { project: "web_python" }, demo: WORDS },
  ),
  python_log_ends_at_once: gives(
    "project.logPython",
    { text: "" },
    { given: ["labProjects", "endingProjects"], params: { project: "ends_python" }, demo: WORDS },
  ),
  python_restart_preparing: fails("project.restartPython", rejected("项目环境安装制作中..... 请勿操作"), {
    given: ["labProjects"],
    params: { project: "ends_python" },
    demo: { cannot: "no project of the demo is being prepared" },
  }),
  python_restart_stopped: gives(
    "project.restartPython",
    { msg: "项目重启指令已执行，请注意查看日志" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_restart_unknown: fails("project.restartPython", rejected("没有该项目，请尝试刷新页面后重试"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  python_start: gives(
    "project.startPython",
    { msg: "启动指令已执行，请注意查看日志" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_start_2: gives(
    "project.startPython",
    { msg: "启动指令已执行，请注意查看日志" },
    { given: ["labProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_start_ends_at_once: gives(
    "project.startPython",
    { msg: "启动指令已执行，请注意查看日志" },
    { given: ["labProjects", "endingProjects"], params: { project: "ends_python" } },
  ),
  python_start_running: gives(
    "project.startPython",
    { msg: "启动指令已执行，请注意查看日志" },
    { given: ["labProjects"], params: { project: "web_python" } },
  ),
  python_start_unknown: fails("project.startPython", rejected("没有该项目，请尝试刷新页面后重试"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  python_stop: gives(
    "project.stopPython",
    { msg: "停止指令已执行，请注意查看日志" },
    { given: ["labProjects"], params: { project: "web_python" } },
  ),
  python_stop_2: gives(
    "project.stopPython",
    { msg: "停止指令已执行，请注意查看日志" },
    { given: ["labProjects"], params: { project: "web_python" } },
  ),
  python_stop_after_start_running: gives(
    "project.stopPython",
    { msg: "停止指令已执行，请注意查看日志" },
    { given: ["labProjects"], params: { project: "web_python" } },
  ),
  python_stop_again: gives(
    "project.stopPython",
    { msg: "停止指令已执行，请注意查看日志" },
    { given: ["labProjects"], params: { project: "web_python" } },
  ),
  python_stop_unknown: fails("project.stopPython", rejected("没有该项目，请尝试刷新页面后重试"), {
    given: ["labProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  ...excluded(
    "no operation of ours creates, removes or describes one project",
    "go_create_again",
    "go_create_port_taken",
    "go_info_after_start_running",
    "go_info_unknown",
    "go_remove",
    "go_remove_unknown",
    "nodejs_create_again",
    "nodejs_create_ends_at_once",
    "nodejs_create_port_taken",
    "nodejs_info",
    "nodejs_info_after_start_running",
    "nodejs_info_unknown",
    "nodejs_remove",
    "nodejs_remove_unknown",
    "other_create_again",
    "other_create_ends_at_once",
    "other_info",
    "other_info_after_start_running",
    "other_remove",
    "other_remove_unknown",
    "python_create_again",
    "python_create_ends_at_once",
    "python_info",
    "python_info_after_start_running",
    "python_info_ends_at_once",
    "python_info_preparing",
    "python_info_unknown",
    "python_remove_unknown",
  ),
};
