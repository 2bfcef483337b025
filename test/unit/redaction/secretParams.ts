import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { testCertificate } from "../../wire/certificates.ts";

/** An operation that sends secrets. */
export interface SendingSecrets {
  readonly params: object;
  /** The names of the secret parameters, each with the text that nobody may read. */
  readonly secrets: Readonly<Record<string, string>>;
}

const pemOf = (key: ReturnType<typeof createPrivateKey>) => key.export({ type: "pkcs8", format: "pem" }).toString();

const rsa = createPrivateKey(testCertificate("leaf").key);
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const site = {
  domain: "new.example.com",
  additionalDomains: [],
  root: "/www/wwwroot/new.example.com",
  php: "00",
  port: 80,
  typeId: 0,
  note: "",
};

const installation = (key: typeof rsa): SendingSecrets => ({
  params: { name: "a.example.com", certificate: testCertificate("leaf").cert, key },
  secrets: { key: pemOf(key) },
});

const creation = (ftp: string, database: string): SendingSecrets => ({
  params: {
    ...site,
    ftp: { user: "shop_ftp", password: ftp },
    database: { user: "shop_db", password: database, charset: "utf8mb4" },
  },
  secrets: { "ftp.password": ftp, "database.password": database },
});

/** All operations that have a parameter which is a secret, with values of it; a new one needs its line. */
export const secretParams: Readonly<Partial<Record<OperationId, readonly SendingSecrets[]>>> = {
  "certificate.install": [installation(rsa), installation(curve)],
  "site.create": [
    creation("Ftp-Quaint-Otter-71", "Db_Velvet9Canyon!x"),
    creation('Wide "Open" & <Sky> 7%2B', "  päss+wörd\\密码/=?  "),
    creation("correct horse battery staple", "aHVudGVyMgaHVudGVyMg=="),
  ],
};
