import { EARLY_GONE, GONE, ONCE, QUICK, WEB } from "../../aapanelLab.ts";
import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const RESTART = "container.restart";
const LOG = "container.log";

const quick = { container: "quick1" };
const once = { container: "once1" };
const nope = { container: "nope" };

const row = (id: string, name: string, status: string, createdSeconds: number) => ({
  id,
  name,
  status,
  image: "lab/busybox:1",
  createdSeconds,
  ports: [],
});

const quick1 = row(QUICK, "quick1", "running", 1_795_295_920);
const once1 = row(ONCE, "once1", "exited", 1_795_294_745);
const web1 = row(WEB, "web1", "running", 1_795_294_744);
const gone1 = row(GONE, "gone1", "exited", 1_795_296_256);
const earlyGone1 = row(EARLY_GONE, "gone1", "exited", 1_795_295_303);

const noSuchContainer =
  '404 Client Error for http+docker://localhost/v1.41/containers/nope/json: Not Found ("No such container: nope")';

const restarted = { msg: "Container restarts successfully!" };
const byGet = { otherMethod: true } as const;

const oneToTen = Array.from({ length: 10 }, (_, index) => `line 11${index}`);

const size = { demo: { differs: "the size of Docker's file, with its times" } };

const SET_STATUS = { excluded: "the same as start, stop and restart, which have paths of their own", onDemo: {} };

/** Docker containers. */
export const aapanelContainerPlays: PlayTable = {
  docker_list_after_v2: gives("container.list", listOf([gone1, quick1, once1, web1]), { params: {}, ...byGet }),
  docker_list_v2_2: gives("container.list", listOf([quick1, earlyGone1, once1, web1]), {
    params: {},
    ...byGet,
    given: ["earlyGone"],
  }),
  docker_list_v2: gives("container.list", listOf([]), { params: {}, ...byGet, given: ["noContainers"] }),
  // BaoTa's route, which is asked while nothing tells the edition
  docker_list_v1_2: fails("container.list", rejected("指定模块不存在"), {
    route: "btdocker",
    params: {},
    ...byGet,
    demo: { cannot: "the words are those of the recorder's stand-in" },
  }),
  docker_info_v2: gives(
    "container.info",
    {
      id: quick1.id,
      name: "quick1",
      status: "running",
      running: true,
      startedAt: "2026-11-21T21:22:40.984882019Z",
      restartCount: 0,
      ports: [],
    },
    { params: quick, ...byGet, demo: { fields: "it tells less of a container than Docker does" } },
  ),

  docker_restart_ok_v2: gives(RESTART, restarted, { params: quick, ...byGet }),
  docker_restart_paused_v2: gives(RESTART, restarted, { params: quick, ...byGet, given: ["paused"] }),
  docker_restart_exits_v2: fails(RESTART, rejected("boot failed!"), { params: once, ...byGet }),
  docker_restart_unknown_v2: fails(RESTART, rejected(noSuchContainer), { params: nope, ...byGet }),
  docker_restart_no_id_v2: fails(RESTART, NOT_FOUND),
  docker_unknown_method_v2: fails(RESTART, NOT_FOUND),
  // the document's route, which no panel has
  xdocker_v1: fails(RESTART, { kind: "unsupported" }, { route: "xdocker", params: { container: "x" } }),
  xdocker_v1_2: fails(RESTART, rejected("指定模块不存在"), {
    route: "xdocker",
    params: quick,
    demo: { cannot: "the words are those of the recorder's stand-in" },
  }),
  xdocker_v2: { excluded: "no operation of ours asks /v2/xdocker", onDemo: {} },

  docker_start_v2: gives("container.start", { msg: "starting success!" }, { params: quick, ...byGet }),
  docker_start_running_v2: gives("container.start", { msg: "starting success!" }, { params: quick }),
  docker_start_unknown_v2: fails(
    "container.start",
    { kind: "malformed", fields: ["(whole)"] },
    { params: nope, ...byGet },
  ),

  docker_stop_v2: gives("container.stop", { msg: "Stop succeeding!" }, { params: quick, ...byGet }),
  docker_stop_exited_v2: gives("container.stop", { msg: "Stop succeeding!" }, { params: once }),
  // it looks like a success: only reading again tells
  docker_stop_unknown_v2: gives("container.stop", { msg: "Container stopped and deleted" }, { params: nope, ...byGet }),

  docker_pause2_v2: gives("container.pause", { msg: "Container pause successfully!" }, { params: quick }),
  docker_pause_again_v2: fails("container.pause", rejected("The container has been suspended!"), {
    params: quick,
    given: ["paused"],
  }),
  docker_pause_exited_v2: fails("container.pause", rejected("The container is not started and cannot be paused!"), {
    params: once,
  }),
  docker_pause_unknown_v2: fails("container.pause", rejected(noSuchContainer), { params: nope }),
  docker_unpause_v2: gives(
    "container.unpause",
    { msg: "The container unpaused successfully" },
    { params: quick, given: ["paused"] },
  ),
  docker_unpause_again_v2: fails(
    "container.unpause",
    rejected(
      "The container is not paused or has been deleted. Check if the container has the option to delete immediately after stopping!",
    ),
    { params: quick },
  ),
  docker_unpause_unknown_v2: fails("container.unpause", rejected(noSuchContainer), { params: nope }),

  docker_del_ok_v2: gives("container.remove", { msg: "Successfully deleted!" }, { params: { container: "gone1" } }),
  docker_del_unknown_v2: fails("container.remove", rejected(`Delete failed! ${noSuchContainer}`), { params: nope }),

  docker_logs_search_v2: gives(
    LOG,
    { text: ["line 11", "line 11", ...oneToTen, "line 11", ...oneToTen].join("\n"), size: 41_074 },
    { ...size, params: { container: "web1", tail: 1000 }, otherFields: ["tail", "time_search", "search"] },
  ),
  docker_logs_window_v2: gives(
    LOG,
    { text: "line 329\nline 330", size: 41_074 },
    { ...size, params: { container: "web1", tail: 3 }, otherFields: ["time_search"] },
  ),
  docker_logs_unknown_v2: fails(LOG, rejected("The container doesn't exist!"), {
    params: { container: "nope", tail: 5 },
    otherFields: ["time_search"],
  }),

  docker_set_status_v2: SET_STATUS,
  docker_set_status_unknown_v2: SET_STATUS,
};
