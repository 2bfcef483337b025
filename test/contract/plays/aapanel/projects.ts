import { excluded, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";
import { OTHER_WORDS, projectsOf } from "../projects.ts";

const LIBRARY = { cannot: "a library of the panel refuses it, with another content type (docs/protocol.md 2.4)" };
const PAGES = "its pages are counted in other words";

const go = projectsOf("aapanelProjects", "Go");
const node = projectsOf("aapanelProjects", "Node");
const python = projectsOf("aapanelProjects", "Python");

/** Projects beside those of Java. */
export const aapanelProjectPlays: PlayTable = {
  go_list_search_v2: go.lists({ pid: 1020, since: 1795367385 }, { isSearch: true }),
  go_list_stopped_v2: go.lists(undefined),
  go_list_v2: go.lists({ pid: 1020, since: 1795367385 }),
  go_log_ends_at_once_v2: go.logs("about to fail\nabout to fail", "ending"),
  go_log_unknown_v2: go.fails("log", rejected("The project does not exist."), "unknown", OTHER_WORDS),
  go_log_v2: go.logs('go: starts\ngo: request /\n127.0.0.1 - - [22/Nov/2026 17:10:49] "GET / HTTP/1.1" 200 -'),
  go_restart_ends_at_once_v2: go.fails("restart", rejected("Project not started"), "ending"),
  go_restart_stopped_v2: go.fails("restart", rejected("Project not started"), "stopped"),
  go_restart_unknown_v2: go.fails("restart", NOT_FOUND, "unknown"),
  go_restart_v2: go.does("restart", "Restart successful"),
  go_start_2_v2: go.does("start", "Startup successful", "stopped"),
  go_start_ends_at_once_v2: go.fails(
    "start",
    rejected("Startup failure: about to fail about to fail"),
    "ending",
    OTHER_WORDS,
  ),
  go_start_running_v2: go.fails(
    "start",
    rejected(
      'Startup failure: go: request / 127.0.0.1 - - [22… 17:10:52] "GET / HTTP/1.1" 200 - go: starts go: request / 127.0.0.1 - - [22… 17:10:58] "GET / HTTP/1.1" 200 - go: request / 127.0.0.1 - - [22… 17:10:59] "GET / HTTP/1.1" 200 - go: starts Traceback (most recent call last): File "…", line 8, in http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), H).serve_forever() ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^…',
    ),
    "running",
    OTHER_WORDS,
  ),
  go_start_v2: go.does("start", "Startup successful", "stopped"),
  go_stop_after_start_running_v2: go.does("stop", "Stop successfully"),
  go_stop_again_v2: go.fails("stop", rejected("Project not started"), "stopped"),
  go_stop_v2: go.does("stop", "Stop successfully"),
  nodejs_list_stopped_v2: node.lists(undefined),
  nodejs_list_v2: node.lists({ pid: 940, since: 1795367383 }),
  nodejs_log_unknown_v2: node.fails("log", rejected("项目不存在"), "unknown", OTHER_WORDS),
  nodejs_restart_stopped_v2: node.fails("restart", rejected("Project did not start"), "stopped"),
  nodejs_restart_unknown_v2: node.fails("restart", rejected("Project does not exist"), "unknown", OTHER_WORDS),
  nodejs_restart_v2: node.does("restart", "Successful restart"),
  nodejs_start_ends_at_once_v2: node.fails(
    "start",
    rejected(
      "failed to activate /www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2 /www/wwwroot/projects/ends_nodejs/ends.js:1 throw 1 ^ 1 (Use `node --trace-uncaught ...` to show where the exception was thrown) Node.js v20.20.2",
    ),
    "ending",
    OTHER_WORDS,
  ),
  nodejs_start_running_v2: node.does("start", "Successfully started"),
  nodejs_start_unknown_v2: node.fails("start", rejected("Item does not exist"), "unknown", OTHER_WORDS),
  nodejs_start_v2: node.does("start", "Successfully started", "stopped"),
  nodejs_stop_2_v2: node.fails("stop", rejected("Project did not start"), "stopped"),
  nodejs_stop_after_start_running_v2: node.does("stop", "Stopped successfully"),
  nodejs_stop_again_v2: node.fails("stop", rejected("Project did not start"), "stopped"),
  nodejs_stop_v2: node.does("stop", "Stopped successfully"),
  python_list_search_v2: python.lists({ pid: 1182 }, { isSearch: true, words: PAGES }),
  python_list_v2: python.lists({ pid: 1182 }, { words: PAGES }),
  python_log_unknown_v2: python.fails("log", rejected("Project Not Found"), "unknown", LIBRARY),
  python_log_v2: python.logs(
    'python: starts\npython: request /\n127.0.0.1 - - [22/Nov/2026 17:10:12] "GET / HTTP/1.1" 200 -',
  ),
  python_restart_preparing_v2: python.fails(
    "restart",
    rejected("Project Environment Installation in Progress..... Please Do Not Operate"),
    "ending",
    { cannot: "no project of the demo is being prepared" },
  ),
  python_restart_stopped_v2: python.does(
    "restart",
    "Project Restart command has been executed, please check the log",
    "stopped",
  ),
  python_restart_unknown_v2: python.fails("restart", rejected("Python Site Not Found!"), "unknown", LIBRARY),
  python_restart_v2: python.does("restart", "Project Restart command has been executed, please check the log"),
  python_start_2_v2: python.does("start", "Start command has been executed, please check the log", "stopped"),
  python_start_running_v2: python.does("start", "Start command has been executed, please check the log"),
  python_start_unknown_v2: python.fails("start", rejected("Python Site Not Found!"), "unknown", LIBRARY),
  python_start_v2: python.does("start", "Start command has been executed, please check the log", "stopped"),
  python_stop_2_v2: python.does("stop", "Stop command has been executed, please check the log"),
  python_stop_after_start_running_v2: python.does("stop", "Stop command has been executed, please check the log"),
  python_stop_unknown_v2: python.fails("stop", rejected("Python Site Not Found!"), "unknown", LIBRARY),
  python_stop_v2: python.does("stop", "Stop command has been executed, please check the log"),
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
