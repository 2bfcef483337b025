import { certificatesIn } from "../../src/certificates/certificateChain.ts";
import type { DemoState } from "../../src/demoPanel/state.ts";

/** The fingerprint of the certificate that a website's configuration on a demo panel names, as nginx would have read it. */
export function servedCertificate({ files }: DemoState, name: string): string | undefined {
  const configuration = files.get(`/www/server/panel/vhost/nginx/${name}.conf`)?.bytes?.toString() ?? "";
  const path = /^ *ssl_certificate +(\S+);/m.exec(configuration)?.[1] ?? "";
  return certificatesIn(files.get(path)?.bytes?.toString() ?? "")[0]?.fingerprint256;
}

/** Adds an order with a certificate to a demo panel; `validUntil` in seconds since the epoch. */
export function addOrder({ certificateOrders }: DemoState, index: string, domain: string, validUntil: number): void {
  certificateOrders.push({
    index,
    domains: [domain],
    authType: "http",
    created: validUntil - 90 * 86_400,
    renewed: 0,
    progress: { status: "valid", validUntil },
  });
}
