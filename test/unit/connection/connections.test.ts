import assert from "node:assert/strict";
import { Connections } from "../../../src/connection/connections.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";

const OTHER = "3f1c2b7e-0000-4000-8000-000000000002";

describe("connections", () => {
  let fixture: ConnectionFixture;
  let connections: Connections;
  beforeEach(() => {
    fixture = new ConnectionFixture();
    connections = new Connections(fixture);
  });

  const disposed = () => fixture.transports.map((transport) => transport.disposed);

  it("are one per panel", () => {
    const first = connections.of(panelRecord());
    assert.equal(connections.of(panelRecord({ name: "renamed" })), first);
    assert.equal(first.name, "renamed");
    assert.notEqual(connections.of(panelRecord({ id: OTHER })), first);
    assert.deepEqual(disposed(), [0, 0]);
  });

  it("are made anew when the way to the panel changes, and the old one ends", () => {
    const first = connections.of(panelRecord());
    const second = connections.of(panelRecord({ keyRef: "key-2" }));
    assert.notEqual(second, first);
    assert.equal(connections.of(panelRecord({ keyRef: "key-2" })), second);
    assert.deepEqual(disposed(), [1, 0]);
  });

  it("end with their panels", () => {
    const first = connections.of(panelRecord());
    connections.of(panelRecord({ id: OTHER }));
    connections.keepOnly(new Set([panelRecord().id]));
    assert.deepEqual(disposed(), [0, 1]);
    assert.equal(connections.of(panelRecord()), first);
    connections.of(panelRecord({ id: OTHER }));
    connections.dispose();
    connections.dispose();
    assert.deepEqual(disposed(), [1, 1, 1]);
  });
});
