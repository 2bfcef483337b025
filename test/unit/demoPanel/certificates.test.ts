import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { certificatesIn } from "../../../src/certificates/certificateChain.ts";
import { makeUpCertificate } from "../../../src/demoPanel/madeUpCertificate.ts";
import { type Fixture, withPanel } from "../../demoPanel/withPanel.ts";
import { Issuers, pemOfKey } from "../certificates/pairs.ts";

const NAME = "docs.example.com";

const install = ({ post }: Fixture, certificate: string, key: string, siteName = NAME) =>
  post("/site", { action: "SetSSL", type: "1", siteName, key, csr: certificate });

const textOf = ({ panel }: Fixture, path: string) => panel.state.files.get(path)?.bytes?.toString() ?? "";

const heldBy = (fixture: Fixture) =>
  certificatesIn(textOf(fixture, `/www/server/panel/vhost/cert/${NAME}/fullchain.pem`))[0];

describe("certificates on a demo panel", () => {
  const issuers = new Issuers(Date.now());

  it(
    "are stored without the blanks before their key, and named in the configuration once",
    withPanel(async (fixture) => {
      for (const { certificate, key } of [issuers.issue({ names: [NAME] }), issuers.issue({ names: [NAME] })]) {
        assert.deepEqual(await install(fixture, certificate, " ".repeat(4_100) + pemOfKey(key)), {
          status: true,
          msg: "证书已保存!",
        });
        assert.equal(heldBy(fixture)?.fingerprint256, new X509Certificate(certificate).fingerprint256);
        assert.equal(textOf(fixture, `/www/server/panel/vhost/cert/${NAME}/privkey.pem`), pemOfKey(key).trim());
        const configuration = textOf(fixture, `/www/server/panel/vhost/nginx/${NAME}.conf`);
        assert.equal(configuration.match(/ssl_certificate /g)?.length, 1);
      }
    }),
  );

  it(
    "are refused with the key of another one, and without either",
    withPanel(async (fixture) => {
      const { certificate, key } = issuers.issue({ names: [NAME] });
      for (const [sent, sentKey, msg] of [
        [certificate, pemOfKey(issuers.issue().key), "密钥和证书不匹配。"],
        [certificate, "nothing", "密钥错误，请检查!"],
        ["nothing", pemOfKey(key), "证书错误，请检查!"],
        ["CERTIFICATE", pemOfKey(key), "证书错误,请粘贴正确的PEM格式证书!"],
      ] as const)
        assert.deepEqual(await install(fixture, sent, sentKey), { status: false, msg });
      assert.equal(heldBy(fixture), undefined);
    }),
  );

  it(
    "are ordered with their key in the answer, and given to no website but one with the same names",
    withPanel(
      async (fixture) => {
        const order = async (id: number, domains: readonly string[]) => {
          const fields = { auth_type: "http", auth_to: String(id), auto_wildcard: "0", id: String(id) };
          const asked = { action: "apply_cert_api", domains: JSON.stringify(domains), ...fields };
          return (await fixture.post("/acme", asked)) as Readonly<Record<string, unknown>>;
        };
        const { cert, private_key } = await order(9, [NAME]);
        const ordered = new X509Certificate(String(cert));
        assert.match(String(private_key), /^-----BEGIN PRIVATE KEY/);
        assert.equal(heldBy(fixture), undefined);
        await install(fixture, String(cert), String(private_key));
        assert.equal(heldBy(fixture)?.fingerprint256, ordered.fingerprint256);
        await order(9, [NAME]);
        assert.notEqual(heldBy(fixture)?.fingerprint256, ordered.fingerprint256);
        for (const [id, domains] of [
          [99, [NAME]],
          [6, ["staging.example.com"]],
          [9, ["*.example.com"]],
        ] as const)
          assert.equal((await order(id, domains))["status"], false);
      },
      { delays: { composer: 0 } },
    ),
  );

  it("can all be read, whatever their number begins with", () => {
    const { key } = issuers.root;
    const times = { from: Date.now(), to: Date.now() + 86_400_000 };
    for (let count = 0; count < 600; count++) {
      const { certificate } = makeUpCertificate({ subject: "a", ...times, key });
      assert.match(new X509Certificate(certificate).serialNumber, /^[4-7][\dA-F]{31}$/);
    }
  });
});
