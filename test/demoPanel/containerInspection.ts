import { type DemoContainer, NEVER } from "../../src/demoPanel/state.ts";
import { isUp, portBindings } from "../../src/demoPanel/demoContainers.ts";

/** Returns the address of a running container with ports; others have none. */
export function addressOf(container: DemoContainer): string {
  return isUp(container) && Object.keys(container.ports).length > 0 ? "172.17.0.2" : "";
}

/** Answers as `docker inspect` does, with the two fields that panels add. */
export function containerInspection(container: DemoContainer): Readonly<Record<string, unknown>> {
  const { id, name, status, image } = container;
  const isRunning = isUp(container);
  const address = addressOf(container);
  const home = `/var/lib/docker/containers/${id}`;
  return {
    Id: id,
    Created: new Date(container.created * 1000).toISOString(),
    Path: "sh",
    Args: [],
    State: {
      Status: status,
      Running: isRunning,
      Paused: status === "paused",
      Restarting: false,
      OOMKilled: false,
      Dead: false,
      Pid: isRunning ? 4242 : 0,
      ExitCode: 0,
      Error: "",
      StartedAt: container.startedAt,
      FinishedAt: status === "exited" ? container.startedAt : NEVER,
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
      Cmd: ["sh"],
      Image: image,
      WorkingDir: "",
      Entrypoint: null,
      Labels: {},
    },
    NetworkSettings: {
      Ports: isRunning ? portBindings(container) : {},
      IPAddress: address,
      Networks: { bridge: { IPAddress: address, Gateway: isRunning ? "172.17.0.1" : "" } },
    },
    container_info: `${home}/container_info.json`,
    gpu_count: 0,
  };
}
