import assert from "node:assert/strict";
import { sshLoginIn, sshLoginText } from "../../../src/terminals/sshLogin.ts";

describe("a login with ssh", () => {
  for (const [text, login, written = text] of [
    ["root@192.0.2.1:22", { user: "root", host: "192.0.2.1", port: 22 }],
    ["192.0.2.1", { host: "192.0.2.1" }],
    ["web-1", { host: "web-1" }],
    ["deploy@shop.example.com", { user: "deploy", host: "shop.example.com" }],
    ["shop.example.com:2222", { host: "shop.example.com", port: 2222 }],
    ["root@2001:db8::1", { user: "root", host: "2001:db8::1" }],
    ["root@[2001:db8::1]:2222", { user: "root", host: "2001:db8::1", port: 2222 }],
    ["[2001:db8::1]", { host: "2001:db8::1" }, "2001:db8::1"],
    ["fe80::1%eth0", { host: "fe80::1%eth0" }],
    ["  ssh://root@web-1:22/ ", { user: "root", host: "web-1", port: 22 }, "root@web-1:22"],
    ["ssh root@web-1", { user: "root", host: "web-1" }, "root@web-1"],
    ["xn--mller-kva.example", { host: "xn--mller-kva.example" }],
  ] as const)
    it(`is read from ${text}, and written so that it is read again`, () => {
      assert.deepEqual(sshLoginIn(text), login);
      assert.equal(sshLoginText(login), written);
      assert.deepEqual(sshLoginIn(written), login);
    });

  for (const text of [
    "",
    "@host",
    "root@",
    "-oProxyCommand=x",
    "root@-oProxyCommand=x",
    "-l@host",
    "a b",
    "root@a b",
    "root@host;id",
    "root@$(id)",
    "`id`@host",
    "a'b@host",
    "root@host|id",
    "root@host\nid",
    "root@host:0",
    "root@host:65536",
    "root@host:22:22",
    "root@host:-1",
    "a@b@c",
    "[web-1]:22",
    "[2001:db8::1",
    "fe80::1%$(id)",
    "fe80::1%;id",
    "root@%h",
    "host --",
    "ssh -l root host",
    "ssh root@host -p 22",
  ])
    it(`is not read from ${JSON.stringify(text)}`, () => assert.equal(sshLoginIn(text), undefined));
});
