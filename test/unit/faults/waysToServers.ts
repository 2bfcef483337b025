import { once } from "node:events";
import type { AddressInfo } from "node:net";
import * as tls from "node:tls";
import { testCertificate, type CertificateName } from "../../wire/certificates.ts";
import type { Fault, Stage } from "../../wire/faults.ts";
import {
  after,
  answering,
  calling,
  failing,
  PIN,
  plain,
  readTwice,
  secure,
  TOTAL,
  toSigned,
  type Way,
  whenSigned,
} from "./way.ts";

/** Faults below HTTP: on the way to a server, in its silence, in connections that end, and in TLS. */
export const waysToServers: Readonly<Record<string, Way>> = {
  "nothing at all": toSigned(TOTAL),
  "no key is stored": async (lab) => ({ ...(await toSigned(TOTAL)(lab)), key: { stored: undefined } }),
  "nobody has agreed to http": async () => ({ address: "http://panel.example:8888" }),
  "nothing listens on the port": async (lab) => ({ address: `https://127.0.0.2:${await lab.closedPort()}` }),
  "the name is not known": async (lab) => {
    lab.resolve("ENOTFOUND");
    return { address: "https://panel.example:8888" };
  },
  "the name server fails": async (lab) => {
    lab.resolve("EAI_AGAIN");
    return { address: "https://panel.example:8888" };
  },
  "the name server is silent": async (lab) => {
    lab.resolve("silence");
    return { address: "https://panel.example:8888" };
  },
  "the name leads to a closed port": async (lab) => {
    lab.resolve(["127.0.0.3", "127.0.0.2"]);
    return { address: `https://panel.example:${await lab.closedPort()}` };
  },
  // an address to which no system sends TCP, so that nothing leaves this computer
  "the network has no way there": async () => ({ address: "https://255.255.255.255:8888" }),
  "a firewall swallows connections": async (lab) => {
    const port = await lab.blackHole();
    lab.hurry();
    return { address: `https://127.0.0.2:${port}` };
  },
  "the proxy is not there": async (lab) => {
    lab.through(await lab.closedPort());
    return toSigned(TOTAL)(lab);
  },
  "the proxy refuses": async (lab) => {
    await lab.proxy(407);
    return toSigned(TOTAL)(lab);
  },
  "the proxy connects, and this computer itself does not": async (lab) => {
    const visit = await toSigned(TOTAL)(lab);
    await lab.proxy();
    return { ...visit, address: `https://127.0.0.3:${new URL(visit.address).port}` };
  },
  "the proxy knows the name, and this computer does not": async (lab) => {
    const visit = await toSigned(TOTAL)(lab);
    await lab.proxy();
    lab.resolve("ENOTFOUND");
    return { ...visit, address: `https://panel.example:${new URL(visit.address).port}` };
  },
  "the proxy leads to another certificate": async (lab) => {
    const { url } = await lab.serve({ certificate: "other" });
    await lab.proxy();
    return { address: `https://127.0.0.3:${new URL(url).port}`, stored: { pin: PIN } };
  },

  ...atStages("stall", {
    accepted: "silence in place of the handshake",
    secured: "silence after the handshake",
    head: "silence after the head of a request",
    body: "silence after a request",
    midHead: "silence within the head of an answer",
    midBody: "silence within the body of an answer",
  }),
  "silence over http": plain(failing("accepted", "stall")),
  "silence to signed calls": secure((lab) => whenSigned(lab.wait)),
  "silence after an answer": calling(
    readTwice,
    secure((lab) => after(1, lab.wait)),
  ),
  "a head that drips": dripping("HTTP/1.1 200 OK\r\nX-Slow: "),
  "a body that drips": dripping("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
  "chunks that drip": dripping("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),

  "a reset in place of the handshake": secure({
    accepted: (raw) => {
      // not at once: the port takes the connection
      setTimeout(() => raw.resetAndDestroy(), 20);
      return false;
    },
  }),
  ...atStages("reset", {
    secured: "a reset after the handshake",
    body: "a reset after a request",
    midHead: "a reset within the head of an answer",
    midBody: "a reset within the body of an answer",
  }),
  ...atStages("close", {
    accepted: "an end in place of the handshake",
    secured: "an end after the handshake",
    body: "an end after a request",
    midHead: "an end within the head of an answer",
    midBody: "an end within the body of an answer",
  }),
  "a reset over http": plain(failing("body", "reset")),
  "a reset of signed calls": secure(whenSigned(({ raw }) => raw.resetAndDestroy())),
  "a reset after an answer": calling(readTwice, secure(after(1, ({ raw }) => raw.resetAndDestroy()))),

  "signed by itself": untrusted("panel"),
  "of a root that nobody knows": untrusted("leaf"),
  "of another name": async (lab) => {
    lab.trust("wildcard");
    return untrusted("wildcard")(lab);
  },
  expired: async (lab) => {
    lab.trust("expired");
    return untrusted("expired")(lab);
  },
  "BaoTa's own, X.509 v1 with md5": untrusted("legacy"),
  "other than the pinned one": secure({ certificate: "other" }),
  "other than the pinned one, with its key": secure({ certificate: "sameKey" }),
  "expired, but pinned": async (lab) => {
    const visit = await secure({ certificate: "expired", ...whenSigned(answering(TOTAL)) })(lab);
    return { ...visit, stored: { pin: testCertificate("expired").fingerprint256 } };
  },
  "TLS 1.1 alone": secure({ tls: { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } }),
  "no cipher in common": secure({ tls: { maxVersion: "TLSv1.2", ciphers: "NULL-SHA256:@SECLEVEL=0" } }),
  "https to a port with http": toPlainPort({}),
  "https to a port with http, pinned": toPlainPort({ pin: PIN }),
  "it wants a certificate of this computer": async (lab) => {
    const { cert, key, fingerprint256 } = testCertificate("panel");
    const server = tls.createServer({ cert, key, requestCert: true }).listen(0, "127.0.0.2");
    server.on("tlsClientError", () => undefined);
    lab.later(() => server.close());
    await once(server, "listening");
    return { address: `https://127.0.0.2:${(server.address() as AddressInfo).port}`, stored: { pin: fingerprint256 } };
  },
  "http to a port with https": async (lab) => {
    lab.trust("root");
    const { port } = await lab.serve({ certificate: "leaf" });
    return { address: `http://127.0.0.2:${port}`, stored: { httpConsent: true } };
  },
};

function atStages(fault: Fault, names: Readonly<Partial<Record<Stage, string>>>): Readonly<Record<string, Way>> {
  return Object.fromEntries(
    Object.entries(names).map(([stage, name]) => [name, secure(failing(stage as Stage, fault))]),
  );
}

function dripping(head: string, drop = "x"): Way {
  return secure((lab) => ({
    request: ({ socket }) => {
      lab.wait();
      socket.write(head);
      const drip = setInterval(() => socket.write(drop), 5);
      socket.once("close", () => clearInterval(drip));
    },
  }));
}

function untrusted(certificate: CertificateName): Way {
  return async (lab) => ({ address: (await lab.serve({ certificate })).url });
}

function toPlainPort(stored: { readonly pin?: string }): Way {
  return async (lab) => {
    const { url } = await lab.serve({ accepted: (raw) => (raw.resume().end("HTTP/1.1 400 X\r\n\r\n"), false) });
    return { address: url.replace("http:", "https:"), stored };
  };
}
