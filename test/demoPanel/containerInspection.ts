import type { DemoContainer } from "../../src/demoPanel/state.ts";
import { isUp, portBindings } from "../../src/demoPanel/containers.ts";

/** What `docker inspect` says of a container, with the two fields that panels add. */
export function containerInspection(container: DemoContainer): Readonly<Record<string, unknown>> {
  const { id, name, status, command, image, address } = container;
  const isRunning = isUp(container);
  const home = `/var/lib/docker/containers/${id}`;
  return {
    Id: id,
    Created: new Date(container.created * 1000).toISOString(),
    Path: command[0],
    Args: command.slice(1),
    State: {
      Status: status,
      Running: isRunning,
      Paused: status === "paused",
      Restarting: false,
      OOMKilled: false,
      Dead: false,
      Pid: container.pid,
      ExitCode: 0,
      Error: "",
      StartedAt: container.startedAt,
      FinishedAt: container.finishedAt,
    },
    Image: `sha256:${id}`,
    ResolvConfPath: `${home}/resolv.conf`,
    HostnamePath: `${home}/hostname`,
    HostsPath: `${home}/hosts`,
    LogPath: `${home}/${id}-json.log`,
    Name: `/${name}`,
    RestartCount: 0,
    Driver: "overlay2",
    Platform: "linux",
    MountLabel: "",
    ProcessLabel: "",
    AppArmorProfile: "docker-default",
    ExecIDs: null,
    HostConfig: {
      Binds: null,
      NetworkMode: "bridge",
      PortBindings: portBindings(container),
      RestartPolicy: { Name: "no", MaximumRetryCount: 0 },
      AutoRemove: container.autoRemove === true,
      Privileged: false,
      Memory: 0,
      NanoCpus: 0,
      DeviceRequests: null,
    },
    GraphDriver: { Data: { MergedDir: `/var/lib/docker/overlay2/${id}/merged` }, Name: "overlay2" },
    Mounts: [],
    Config: {
      Hostname: id.slice(0, 12),
      User: "",
      Tty: false,
      Env: ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
      Cmd: command,
      Image: image,
      WorkingDir: "",
      Entrypoint: null,
      Labels: {},
    },
    NetworkSettings: {
      Ports: isRunning ? portBindings(container) : {},
      IPAddress: isRunning ? address : "",
      Networks: { bridge: { IPAddress: isRunning ? address : "", Gateway: isRunning ? "172.17.0.1" : "" } },
    },
    container_info: `${home}/container_info.json`,
    gpu_count: 0,
  };
}
