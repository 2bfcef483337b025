import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import type { CertificateOrder } from "../../src/resources/certificateOrder.ts";
import type { Listing } from "../../src/wire/answers/listing.ts";
import type { Container } from "../../src/wire/operations/containers.ts";
import type { JavaProject } from "../../src/wire/operations/java.ts";
import type { Site } from "../../src/wire/operations/sites.ts";

/** A project that the panel told nothing of but what is given. */
export function javaRow(given: Partial<JavaProject> = {}): JavaProject {
  const nothing = {
    id: undefined,
    name: undefined,
    note: undefined,
    pids: undefined,
    starting: undefined,
    listening: undefined,
  };
  const noConfig = { type: undefined, port: undefined, logPath: undefined, jar: undefined, domains: undefined };
  return { ...nothing, ...noConfig, ...given };
}

/** A container that the panel told nothing of but what is given. */
export function containerRow(given: Partial<Container> = {}): Container {
  return {
    id: undefined,
    name: undefined,
    status: undefined,
    image: undefined,
    createdSeconds: undefined,
    ports: [],
    ...given,
  };
}

/** A site that the panel told nothing of but what is given. */
export function siteRow(given: Partial<Site> = {}): Site {
  const nothing = { id: undefined, name: undefined, root: undefined, running: undefined, note: undefined };
  return { ...nothing, type: undefined, php: undefined, certificate: undefined, server: undefined, ...given };
}

/** A certificate order that the panel told nothing of but what is given. */
export function orderRow(given: Partial<CertificateOrder> = {}): CertificateOrder {
  const nothing = { index: undefined, status: undefined, domains: undefined, authType: undefined, savePath: undefined };
  const noTimes = { createdAt: undefined, renewedAt: undefined, validUntil: undefined, orderExpiresAt: undefined };
  return { ...nothing, ...noTimes, ...given };
}

/** A listing of rows that could all be read; the whole list unless a total is given. */
export function listOf<Row>(rows: readonly Row[], total: number = rows.length): Listing<Row> {
  return { rows, unreadable: [], total };
}

/** A panel that is stored. */
export function panelRecord(given: Partial<PanelRecord> = {}): PanelRecord {
  return {
    version: 1,
    id: "3f1c2b7e-0000-4000-8000-000000000001",
    name: "web 1",
    address: "https://192.0.2.1:8888",
    keyRef: "key-1",
    httpConsent: false,
    guardLevel: "ask",
    tags: [],
    order: 0,
    hiddenGroups: [],
    entries: [],
    ...given,
  };
}

/** An entry of a server's file system; with a size, it is a file. */
export function fileEntry(path: string, exists: boolean | undefined, bytes?: number) {
  return { path, exists, isFile: exists === undefined ? undefined : bytes !== undefined, bytes };
}
