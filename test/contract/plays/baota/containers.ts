import { EXIT, labExit, labSleep, SLEEP } from "../../../fakes/labRows.ts";
import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const RESTART = "container.restart";

const restarted = { msg: "容器重启成功!" };

const noSuchContainer = (id: string) =>
  `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;

/** Docker containers. */
export const containerPlays: PlayTable = {
  docker_get_list: gives("container.list", listOf([labExit, labSleep]), { params: {}, otherMethod: true }),
  docker_btdocker_get_list_no_daemon: gives("container.list", listOf([]), {
    params: {},
    given: ["noDocker"],
    otherMethod: true,
  }),
  first_call_initbind_xdocker_GET: gives("container.list", listOf([labSleep]), {
    params: {},
    given: ["onlySleep"],
    otherMethod: true,
  }),

  docker_restart_ok: gives(RESTART, restarted, { params: { container: SLEEP } }),
  docker_restart_paused: gives(RESTART, restarted, { params: { container: SLEEP }, given: ["paused"] }),
  docker_restart_exits_at_once: fails(RESTART, rejected("启动失败!"), { params: { container: EXIT } }),
  docker_restart_unknown: fails(RESTART, rejected(noSuchContainer("deadbeef0000")), {
    params: { container: "deadbeef0000" },
  }),
  docker_restart_no_id: fails(RESTART, NOT_FOUND),
  docker_btdocker_restart_no_daemon: fails(RESTART, NOT_FOUND, {
    params: { container: "abc" },
    given: ["noDocker"],
  }),

  docker_stop_unknown_b: gives(
    "container.stop",
    { msg: "容器已停止并删除，因为容器有停止后自动删除的选项!" },
    { params: { container: "nope" }, otherMethod: true },
  ),

  docker_del_container: gives("container.remove", { msg: "成功删除!" }, { params: { container: EXIT } }),
  docker_del_container_unknown: fails("container.remove", rejected(`删除失败!${noSuchContainer(EXIT)}`), {
    params: { container: EXIT },
    given: ["noExit"],
  }),
  docker_get_logs: gives(
    "container.log",
    { text: Array.from({ length: 39 }, () => "tick").join("\n"), size: 2923 },
    {
      params: { container: SLEEP, tail: 1000 },
      otherFields: ["tail", "time_search"],
      demo: { differs: "the size of Docker's file, with its times" },
    },
  ),

  docker_mod_com_list: fails(
    "container.list",
    { kind: "unsupported" },
    {
      demo: { words: "the recorded ones are a guess of the recorder" },
    },
  ),
  docker_set_status_restart: { excluded: "the same as start, stop and restart, which have routes of their own" },
  docker_set_status_unknown: { excluded: "the same as start, stop and restart, which have routes of their own" },
};
