import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Answer, jsonAnswer, notFoundPage, refusal, statusReply } from "../../src/demoPanel/http.ts";
import { documentedOperations, type DocumentedOperation } from "./documentedOperations.ts";
import { createDocumentState, type DocumentState } from "./documentState.ts";
import { readCall, type Call } from "./readCall.ts";

/** How a panel says that it does not have what is asked, or that it does not know the key: as running panels do, or in plain JSON. */
export const waysToRefuse = ["page", "json"] as const;

export type WayToRefuse = (typeof waysToRefuse)[number];

/** A panel that has the vendor's document and nothing else. Whoever starts one closes it. */
export interface DocumentPanel {
  readonly address: string;
  readonly key: string;
  readonly state: DocumentState;
  /** All that was asked, in order. */
  readonly calls: readonly Call[];
  /** All that the document does not allow, with what was asked. */
  readonly complaints: () => readonly string[];
  close(): Promise<void>;
}

const WRONG_KEY = "密钥校验失败";

interface Refusing {
  readonly notFound: Answer;
  readonly wrongKey: Answer;
}

const refusing: Readonly<Record<WayToRefuse, Refusing>> = {
  page: { notFound: notFoundPage, wrongKey: refusal(WRONG_KEY) },
  json: { notFound: withStatus(404, "No such operation"), wrongKey: withStatus(200, WRONG_KEY) },
};

/** Starts a panel on 127.0.0.1. What the document does not allow in a call fails it, unless it is merely a field too many. */
export async function startDocumentPanel(way: WayToRefuse, port = 0): Promise<DocumentPanel> {
  const key = "DocumentAlone0123456789abcdefABC";
  const state = createDocumentState();
  const calls: Call[] = [];
  const { notFound, wrongKey } = refusing[way];

  function answerTo({ id, signature, fields, complaints }: Call): Answer {
    if (signature === "wrong") return wrongKey;
    if (id === undefined || signature === "none") return notFound;
    const grave = complaints.filter((complaint) => !complaint.endsWith("is not documented"));
    if (grave.length > 0) return jsonAnswer(statusReply(false, grave.join(", ")));
    const operation: DocumentedOperation = documentedOperations[id];
    return jsonAnswer(operation.answer(state, fields));
  }

  const server = createServer((message, response) => {
    const respond = async () => {
      const call = await readCall(message, key);
      calls.push(call);
      const { status, headers, body } = answerTo(call);
      response.writeHead(status, headers).end(body);
    };
    respond().catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    state,
    calls,
    complaints: () => calls.flatMap(({ asked, complaints }) => complaints.map((complaint) => `${asked}: ${complaint}`)),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function withStatus(status: number, msg: string): Answer {
  const { headers, body } = jsonAnswer(statusReply(false, msg));
  return new Answer(status, headers, body);
}
