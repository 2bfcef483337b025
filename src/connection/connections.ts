import { PanelConnection, type ConnectionServices } from "./panelConnection.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";

/** The open connections of a window, one per panel. */
export class Connections {
  readonly #services: ConnectionServices;
  readonly #open = new Map<string, PanelConnection>();

  constructor(services: ConnectionServices) {
    this.#services = services;
  }

  /** The connection of a panel. An older one to another address, or with another key or pin, is closed. */
  of(record: PanelRecord): PanelConnection {
    const open = this.#open.get(record.id);
    if (open?.adopt(record) === true) return open;
    open?.dispose();
    const connection = new PanelConnection(record, this.#services);
    this.#open.set(record.id, connection);
    return connection;
  }

  /** Closes the connections of all other panels. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const [id, connection] of this.#open) {
      if (ids.has(id)) continue;
      connection.dispose();
      this.#open.delete(id);
    }
  }

  dispose(): void {
    this.keepOnly(new Set());
  }
}
