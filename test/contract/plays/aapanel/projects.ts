import { excluded, fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const OWN = "each type has a sentence of its own for it, and logs have their own lines";
const LIBRARY = { cannot: "a library of the panel refuses it, with another content type (docs/protocol.md 2.4)" };
const WORDS = { words: OWN, differs: OWN, fields: OWN };

/** Projects beside those of Java. */
export const aapanelProjectPlays: PlayTable = {
  go_list_search_v2: gives(
    "project.listGo",
    listOf([
      {
        name: "web_go",
        note: "lab",
        pids: [1020],
        starting: false,
        listening: [13002],
        port: "13002",
        domains: [],
        startTimes: { "1020": 1795367385 },
      },
    ]),
    {
      given: ["aapanelProjects"],
      params: { page: 1, limit: 10 },
      otherFields: ["search"],
      demo: { fields: "only what is read of a project" },
    },
  ),
  go_list_stopped_v2: gives(
    "project.listGo",
    listOf([{ name: "web_go", note: "lab", pids: [], starting: false, listening: [], port: "13002", domains: [] }]),
    { given: ["aapanelProjects", "stoppedProjects"], demo: { fields: "only what is read of a project" } },
  ),
  go_list_v2: gives(
    "project.listGo",
    listOf([
      {
        name: "web_go",
        note: "lab",
        pids: [1020],
        starting: false,
        listening: [13002],
        port: "13002",
        domains: [],
        startTimes: { "1020": 1795367385 },
      },
    ]),
    { given: ["aapanelProjects"], demo: { fields: "only what is read of a project" } },
  ),
  go_log_ends_at_once_v2: gives(
    "project.logGo",
    { text: "about to fail\nabout to fail" },
    { given: ["aapanelProjects", "endingProjects"], params: { project: "ends_go" }, demo: WORDS },
  ),
  go_log_unknown_v2: fails("project.logGo", rejected("The project does not exist."), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  go_log_v2: gives(
    "project.logGo",
    { text: 'go: starts\ngo: request /\n127.0.0.1 - - [22/Nov/2026 17:10:49] "GET / HTTP/1.1" 200 -' },
    { given: ["aapanelProjects"], params: { project: "web_go" }, demo: WORDS },
  ),
  go_restart_ends_at_once_v2: fails("project.restartGo", rejected("Project not started"), {
    given: ["aapanelProjects", "endingProjects"],
    params: { project: "ends_go" },
  }),
  go_restart_stopped_v2: fails("project.restartGo", rejected("Project not started"), {
    given: ["aapanelProjects", "stoppedProjects"],
    params: { project: "web_go" },
  }),
  go_restart_unknown_v2: fails("project.restartGo", NOT_FOUND, {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
  }),
  go_restart_v2: gives(
    "project.restartGo",
    { msg: "Restart successful" },
    { given: ["aapanelProjects"], params: { project: "web_go" } },
  ),
  go_start_2_v2: gives(
    "project.startGo",
    { msg: "Startup successful" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_go" } },
  ),
  go_start_ends_at_once_v2: fails("project.startGo", rejected("Startup failure: about to fail about to fail"), {
    given: ["aapanelProjects", "endingProjects"],
    params: { project: "ends_go" },
    demo: WORDS,
  }),
  go_start_running_v2: fails(
    "project.startGo",
    rejected(
      'Startup failure: go: request / 127.0.0.1 - - [22… 17:10:52] "GET / HTTP/1.1" 200 - go: starts go: request / 127.0.0.1 - - [22… 17:10:58] "GET / HTTP/1.1" 200 - go: request / 127.0.0.1 - - [22… 17:10:59] "GET / HTTP/1.1" 200 - go: starts Traceback (most recent call last): File "…", line 8, in http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), H).serve_forever() ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^…',
    ),
    { given: ["aapanelProjects"], params: { project: "web_go" }, demo: WORDS },
  ),
  go_start_v2: gives(
    "project.startGo",
    { msg: "Startup successful" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_go" } },
  ),
  go_stop_after_start_running_v2: gives(
    "project.stopGo",
    { msg: "Stop successfully" },
    { given: ["aapanelProjects"], params: { project: "web_go" } },
  ),
  go_stop_again_v2: fails("project.stopGo", rejected("Project not started"), {
    given: ["aapanelProjects", "stoppedProjects"],
    params: { project: "web_go" },
  }),
  go_stop_v2: gives(
    "project.stopGo",
    { msg: "Stop successfully" },
    { given: ["aapanelProjects"], params: { project: "web_go" } },
  ),
  nodejs_list_stopped_v2: gives(
    "project.listNode",
    listOf([{ name: "web_node", note: "lab", pids: [], starting: false, listening: [], port: "13000", domains: [] }]),
    { given: ["aapanelProjects", "stoppedProjects"], demo: { fields: "only what is read of a project" } },
  ),
  nodejs_list_v2: gives(
    "project.listNode",
    listOf([
      {
        name: "web_node",
        note: "lab",
        pids: [940],
        starting: false,
        listening: [13000],
        port: "13000",
        domains: [],
        startTimes: { "940": 1795367383 },
      },
    ]),
    { given: ["aapanelProjects"], demo: { fields: "only what is read of a project" } },
  ),
  nodejs_log_unknown_v2: fails("project.logNode", rejected("项目不存在"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  nodejs_restart_stopped_v2: fails("project.restartNode", rejected("Project did not start"), {
    given: ["aapanelProjects", "stoppedProjects"],
    params: { project: "web_node" },
  }),
  nodejs_restart_unknown_v2: fails("project.restartNode", rejected("Project does not exist"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  nodejs_restart_v2: gives(
    "project.restartNode",
    { msg: "Successful restart" },
    { given: ["aapanelProjects"], params: { project: "web_node" } },
  ),
  nodejs_start_ends_at_once_v2: fails(
    "project.startNode",
    rejected(
      "failed to activate /www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2 /www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2",
    ),
    { given: ["aapanelProjects", "endingProjects"], params: { project: "ends_nodejs" }, demo: WORDS },
  ),
  nodejs_start_running_v2: gives(
    "project.startNode",
    { msg: "Successfully started" },
    { given: ["aapanelProjects"], params: { project: "web_node" } },
  ),
  nodejs_start_unknown_v2: fails("project.startNode", rejected("Item does not exist"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: WORDS,
  }),
  nodejs_start_v2: gives(
    "project.startNode",
    { msg: "Successfully started" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_node" } },
  ),
  nodejs_stop_2_v2: fails("project.stopNode", rejected("Project did not start"), {
    given: ["aapanelProjects", "stoppedProjects"],
    params: { project: "web_node" },
  }),
  nodejs_stop_after_start_running_v2: gives(
    "project.stopNode",
    { msg: "Stopped successfully" },
    { given: ["aapanelProjects"], params: { project: "web_node" } },
  ),
  nodejs_stop_again_v2: fails("project.stopNode", rejected("Project did not start"), {
    given: ["aapanelProjects", "stoppedProjects"],
    params: { project: "web_node" },
  }),
  nodejs_stop_v2: gives(
    "project.stopNode",
    { msg: "Stopped successfully" },
    { given: ["aapanelProjects"], params: { project: "web_node" } },
  ),
  python_list_search_v2: gives(
    "project.listPython",
    listOf([
      {
        name: "web_python",
        note: "web_python",
        pids: [1182],
        starting: false,
        listening: [13001],
        port: "13001",
        domains: [],
      },
    ]),
    {
      given: ["aapanelProjects"],
      params: { page: 1, limit: 10 },
      otherFields: ["search"],
      demo: { words: "its pages are counted in other words", fields: "only what is read of a project" },
    },
  ),
  python_list_v2: gives(
    "project.listPython",
    listOf([
      {
        name: "web_python",
        note: "web_python",
        pids: [1182],
        starting: false,
        listening: [13001],
        port: "13001",
        domains: [],
      },
    ]),
    {
      given: ["aapanelProjects"],
      demo: { words: "its pages are counted in other words", fields: "only what is read of a project" },
    },
  ),
  python_log_unknown_v2: fails("project.logPython", rejected("Project Not Found"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: LIBRARY,
  }),
  python_log_v2: gives(
    "project.logPython",
    { text: 'python: starts\npython: request /\n127.0.0.1 - - [22/Nov/2026 17:10:12] "GET / HTTP/1.1" 200 -' },
    { given: ["aapanelProjects"], params: { project: "web_python" }, demo: WORDS },
  ),
  python_restart_preparing_v2: fails(
    "project.restartPython",
    rejected("Project Environment Installation in Progress..... Please Do Not Operate"),
    {
      given: ["aapanelProjects"],
      params: { project: "ends_python" },
      demo: { cannot: "no project of the demo is being prepared" },
    },
  ),
  python_restart_stopped_v2: gives(
    "project.restartPython",
    { msg: "Project Restart command has been executed, please check the log" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_restart_unknown_v2: fails("project.restartPython", rejected("Python Site Not Found!"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: LIBRARY,
  }),
  python_restart_v2: gives(
    "project.restartPython",
    { msg: "Project Restart command has been executed, please check the log" },
    { given: ["aapanelProjects"], params: { project: "web_python" } },
  ),
  python_start_2_v2: gives(
    "project.startPython",
    { msg: "Start command has been executed, please check the log" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_start_running_v2: gives(
    "project.startPython",
    { msg: "Start command has been executed, please check the log" },
    { given: ["aapanelProjects"], params: { project: "web_python" } },
  ),
  python_start_unknown_v2: fails("project.startPython", rejected("Python Site Not Found!"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: LIBRARY,
  }),
  python_start_v2: gives(
    "project.startPython",
    { msg: "Start command has been executed, please check the log" },
    { given: ["aapanelProjects", "stoppedProjects"], params: { project: "web_python" } },
  ),
  python_stop_2_v2: gives(
    "project.stopPython",
    { msg: "Stop command has been executed, please check the log" },
    { given: ["aapanelProjects"], params: { project: "web_python" } },
  ),
  python_stop_after_start_running_v2: gives(
    "project.stopPython",
    { msg: "Stop command has been executed, please check the log" },
    { given: ["aapanelProjects"], params: { project: "web_python" } },
  ),
  python_stop_unknown_v2: fails("project.stopPython", rejected("Python Site Not Found!"), {
    given: ["aapanelProjects"],
    params: { project: "nosuch" },
    demo: LIBRARY,
  }),
  python_stop_v2: gives(
    "project.stopPython",
    { msg: "Stop command has been executed, please check the log" },
    { given: ["aapanelProjects"], params: { project: "web_python" } },
  ),
  ...excluded(
    "no operation of ours creates, removes or describes one project",
    "go_create_ends_at_once_v2",
    "go_create_port_taken_v2",
    "go_info_after_start_running_v2",
    "go_info_unknown_v2",
    "go_remove_unknown_v2",
    "go_remove_v2",
    "nodejs_create_again_v2",
    "nodejs_create_ends_at_once_v2",
    "nodejs_create_port_taken_v2",
    "nodejs_info_after_start_running_v2",
    "nodejs_info_unknown_v2",
    "nodejs_info_v2",
    "python_create_again_v2",
    "python_create_ends_at_once_v2",
    "python_info_after_start_running_v2",
    "python_info_preparing_v2",
    "python_info_unknown_v2",
    "python_remove_unknown_v2",
    "python_remove_v2",
  ),
  ...excluded(
    "our client asks aaPanel under `/v2` alone",
    "go_list_v1",
    "nodejs_restart_unknown_v1",
    "nodejs_restart_v1",
    "python_list_v1",
  ),
};
