import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyOperation, operations, type OperationId } from "../../../src/wire/operations/operations.ts";
import type { Operation, Wire } from "../../../src/wire/answers/operation.ts";

const FILES: Readonly<Record<OperationId, Readonly<Record<string, string>>>> = {
  "system.total": { system: "maintenance/systemTotal" },
  "system.edition": { v2system: "aapanel/systemTotal" },
  "system.details": { system: "maintenance/systemDetails" },
  "site.list": { datalist: "sites/listDatalist", getData: "sites/listGetData" },
  "site.domains": { data: "sites/domains" },
  "site.phpVersions": { site: "sites/phpVersions" },
  "site.types": { site: "sites/types" },
  "site.ftpUsers": { data: "sites/ftpUsers" },
  "site.databases": { data: "sites/databases" },
  "file.stat": { files: "sites/presence", v2files: "aapanel/presence" },
  "file.attributes": { files: "files/attributes", v2files: "files/attributes" },
  "file.hash": { files: "files/hash", v2files: "files/hash" },
  "file.text": { files: "files/text", v2files: "aapanel/fileText" },
  "file.list": { files: "files/list", v2files: "aapanel/list" },
  "file.binned": { files: "files/binned", v2files: "aapanel/binned" },
  // its answer is no JSON
  "file.read": {},
  "file.upload": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "file.createDirectory": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "file.move": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "file.remove": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "file.removeDirectory": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "file.setAccess": { files: "sites/changed", v2files: "aapanel/containerSaid" },
  "site.accessLog": { site: "sites/log", v2site: "aapanel/siteLog" },
  "site.errorLog": { site: "sites/log", v2site: "aapanel/siteLog" },
  "site.create": { site: "sites/created", siteWithoutSsl: "sites/created" },
  "site.delete": { site: "sites/changed" },
  "site.start": { site: "sites/changed" },
  "site.stop": { site: "sites/changed" },
  "java.list": { mod: "java/list", v2project: "aapanel/javaList", v2mod: "aapanel/javaListMod" },
  "java.restart": { mod: "java/issued" },
  "java.start": { mod: "java/issued", v2project: "aapanel/javaIssued", v2mod: "aapanel/javaIssuedMod" },
  "java.stop": { mod: "java/issued", v2project: "aapanel/javaIssued", v2mod: "aapanel/javaIssuedMod" },
  "java.log": { project: "java/log", v2project: "aapanel/javaLog", v2mod: "aapanel/javaLog" },
  "java.changeLogPath": { mod: "java/logPathChanged" },
  "java.moveLogOfStopped": { v2project: "aapanel/javaLogMoved", v2mod: "aapanel/javaIssuedMod" },
  "container.list": { btdocker: "containers/list", v2btdocker: "aapanel/containerList" },
  "container.info": { btdocker: "containers/info", v2btdocker: "aapanel/containerInfo" },
  "container.restart": {
    btdocker: "containers/restarted",
    xdocker: "containers/restarted",
    v2btdocker: "aapanel/containerSaid",
  },
  "container.start": { btdocker: "containers/said", v2btdocker: "aapanel/containerSaid" },
  "container.stop": { btdocker: "containers/said", v2btdocker: "aapanel/containerSaid" },
  "container.pause": { btdocker: "containers/said", v2btdocker: "aapanel/containerSaid" },
  "container.unpause": { btdocker: "containers/said", v2btdocker: "aapanel/containerSaid" },
  "container.remove": { btdocker: "containers/said", v2btdocker: "aapanel/containerSaid" },
  "container.log": { btdocker: "containers/log", v2btdocker: "aapanel/containerLog" },
  "terminal.settings": { xterm: "terminal/settings" },
  "terminal.setCompletion": { xterm: "terminal/set" },
  "terminal.setTheme": { xterm: "terminal/set" },
  "terminal.setAiShell": { xterm: "terminal/set" },
  "terminal.setAiAnalysis": { xterm: "terminal/set" },
  "terminal.hosts": { xterm: "terminal/hosts" },
  "terminal.commands": { xterm: "terminal/commands" },
  "certificateOrder.list": { acme: "maintenance/certificateOrders" },
  "certificateOrder.renew": { acme: "maintenance/certificateOrderRemoved" },
  "certificateOrder.order": { acme: "maintenance/certificateOrdered" },
  "certificate.install": { site: "sites/changed" },
  "certificateOrder.remove": { acme: "maintenance/certificateOrderRemoved" },
  "certificate.list": { v2ssl: "aapanel/certificates" },
  "certificate.renew": { sslCert: "maintenance/certificateOrderRemoved", acme: "aapanel/containerSaid" },
  "composer.version": { files: "maintenance/composerVersion" },
  "composer.update": { files: "maintenance/composerUpdated" },
  "project.listNode": { nodejs: "projects/listNode", v2nodejs: "projects/v2ListNode" },
  "project.listPython": { python: "projects/listPython", v2python: "projects/v2ListPython" },
  "project.listGo": { go: "projects/listGo", v2go: "projects/v2ListGo" },
  "project.listOther": { other: "projects/listOther" },
  "project.startNode": { nodejs: "projects/said", v2nodejs: "projects/v2Said" },
  "project.startPython": { python: "projects/said", v2python: "projects/v2Said" },
  "project.startGo": { go: "projects/said", v2go: "projects/v2Said" },
  "project.startOther": { other: "projects/said" },
  "project.stopNode": { nodejs: "projects/said", v2nodejs: "projects/v2Said" },
  "project.stopPython": { python: "projects/said", v2python: "projects/v2Said" },
  "project.stopGo": { go: "projects/said", v2go: "projects/v2Said" },
  "project.stopOther": { other: "projects/said" },
  "project.restartNode": { nodejs: "projects/said", v2nodejs: "projects/v2Said" },
  "project.restartPython": { python: "projects/said", v2python: "projects/v2Said" },
  "project.restartGo": { go: "projects/said", v2go: "projects/v2Said" },
  "project.restartOther": { other: "projects/said" },
  "project.logNode": { nodejs: "projects/log", v2nodejs: "projects/v2Log" },
  "project.logPython": { python: "projects/log", v2python: "projects/v2Log" },
  "project.logGo": { go: "projects/log", v2go: "projects/v2Log" },
  "project.logOther": { other: "projects/log" },
  "scheduledTask.list": { crontab: "maintenance/scheduledTasks", v2crontab: "aapanel/scheduledTasks" },
  "scheduledTask.run": { crontab: "sites/changed", v2crontab: "aapanel/containerSaid" },
  "scheduledTask.toggle": { crontab: "sites/changed", v2crontab: "aapanel/containerSaid" },
  "scheduledTask.add": { crontab: "sites/changed", v2crontab: "aapanel/containerSaid" },
  "scheduledTask.remove": { crontab: "sites/changed", v2crontab: "aapanel/containerSaid" },
  "scheduledTask.log": { crontab: "sites/log", v2crontab: "aapanel/siteLog" },
  "backup.list": { data: "sites/backups" },
  "database.backUp": { database: "sites/changed", v2database: "aapanel/containerSaid" },
  "site.setPhp": { site: "sites/changed" },
  "site.setRunPath": { site: "sites/changed" },
  "site.addDomain": { site: "sites/domainAdded" },
  "site.removeDomain": { site: "sites/changed" },
  "site.redirectToHttps": { site: "sites/changed" },
  "site.serveHttp": { site: "sites/changed" },
  "site.runPath": { site: "sites/runPath" },
  "site.setLastDay": { site: "sites/changed" },
  "site.setNote": { data: "sites/changed" },
  "php.settings": { config: "sites/phpSettings" },
  "php.setMemory": { config: "sites/changed" },
  "php.setUploadSize": { config: "sites/changed" },
  "php.setTime": { config: "sites/changed" },
  "site.backUp": { site: "sites/changed", v2site: "aapanel/containerSaid" },
  "service.list": { system: "maintenance/services" },
  "service.control": { services: "sites/changed", v2services: "aapanel/containerSaid" },
  "runtime.upgradeLog": { runtime: "maintenance/upgradeLog" },
  "runtime.startUpgrade": { runtime: "maintenance/upgradeStarted" },
};

/** One wire of one row, with the JSON that running panels answer on it. */
export interface Sample {
  readonly name: string;
  readonly id: OperationId;
  readonly row: Operation<unknown, unknown>;
  readonly wire: Required<Pick<Wire<unknown>, "encode">> & Wire<unknown>;
  /** A fresh copy each time. */
  readonly body: () => unknown;
}

/** A sample for every wire of every row that has one; `unsampled` names the others. */
export const samples: readonly Sample[] = wires().flatMap(({ id, route }) => {
  const file = fileOf(id, route);
  if (file === undefined) return [];
  const row = operations[id] as unknown as Operation<unknown, unknown>;
  const wire = row.wires.find((candidate) => candidate.route === route);
  let text: string | undefined;
  // not while loading: a file that is missing must fail its own tests and not stop the whole tier
  const body = () => JSON.parse((text ??= readFileSync(join(import.meta.dirname, file), "utf8"))) as unknown;
  if (wire === undefined) return [];
  return [{ name: `${id} by ${route}`, id, row, wire: { encode: () => ({}), ...wire }, body }];
});

/** What is to be done for each wire without a sample. */
export function unsampled(): readonly string[] {
  return wires()
    .filter(({ id, route }) => fileOf(id, route) === undefined)
    .map(({ id, route }) => `${id} by ${route}: put an answer into a folder beside samples.ts and name its file there`);
}

function wires() {
  return (Object.keys(operations) as OperationId[]).flatMap((id) =>
    (operations[id] as AnyOperation).wires.flatMap(({ route, range }) => (range === undefined ? [{ id, route }] : [])),
  );
}

function fileOf(id: OperationId, route: string): string | undefined {
  const files: Readonly<Record<string, string>> | undefined = FILES[id];
  const name = files?.[route];
  return name === undefined ? undefined : `${name}.json`;
}

/** The sample of one wire. */
export function sampleOf(id: OperationId, route: string): Sample {
  const found = samples.find((sample) => sample.id === id && sample.wire.route === route);
  if (found === undefined) throw new Error(`no sample of ${id} by ${route}`);
  return found;
}
