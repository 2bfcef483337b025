import type { DemoCertificateOrder } from "../../src/demoPanel/state.ts";

/** Describes an order as panels do, with other fields once there is a certificate (docs/protocol.md 9.2). */
export function certificateOrderRow(order: DemoCertificateOrder): Readonly<Record<string, unknown>> {
  const { index, domains, authType, created, renewed, progress } = order;
  const [first = ""] = domains;
  const number = Number.parseInt(index.slice(0, 7), 16);
  const server = "https://acme-v02.api.letsencrypt.org/acme";
  const common = {
    auth_type: authType,
    url: `${server}/order/1/${number}`,
    ca: false,
    domains,
    auth_to: authType === "dns" ? "dns#@api" : `/www/wwwroot/${first}`,
  };
  if (progress.status === "valid")
    return {
      status: "valid",
      ...common,
      certificate_url: `${server}/cert/${index}`,
      index,
      create_time: created,
      renew_time: renewed,
      cert_timeout: progress.validUntil,
      save_path: `vhost/letsencrypt/${first}`,
    };
  return {
    status: progress.status,
    expires: progress.expires,
    identifiers: domains.map((value) => ({ type: "dns", value })),
    authorizations: domains.map((_, position) => `${server}/authz/1/${number}${position}`),
    finalize: `${server}/finalize/1/${number}`,
    ...common,
    index,
    create_time: created,
    renew_time: renewed,
    // a failed order keeps what was prepared for the proof, including the key of the certificate
    ...(progress.status === "invalid" && { auths: [{ domain: first }], private_key: "demo private key" }),
  };
}
