/** A certificate of a site; times in milliseconds since the epoch. */
export interface SiteCertificate {
  readonly issuer: string;
  readonly issuerOrganisation: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly domains: readonly string[];
}

/** The lines of what the web server writes about a site; `undefined` where there is no file. */
export interface SiteLogs {
  access: string[] | undefined;
  error: string[] | undefined;
}

/** A row of the panel's `sites` table, which holds projects of every kind. */
export interface SiteRecord {
  readonly id: number;
  readonly name: string;
  path: string;
  running: boolean;
  /** As it was typed; panels send it HTML-escaped. */
  note: string;
  /** Server-local `YYYY-MM-DD hh:mm:ss`. */
  readonly added: string;
  typeId: number;
  readonly projectType: string;
  /** Such as `8.2`; `静态` is static, `其它` unknown. */
  php: string;
  /** With the port where it is not 80. */
  readonly domains: readonly string[];
  certificate: SiteCertificate | undefined;
  /** Absent where nothing was ever written. */
  logs?: SiteLogs;
}

/** The processes of a start, the main one first. */
export interface JavaRun {
  readonly pids: readonly number[];
  readonly since: number;
  listening: boolean;
}

/** What runs Java projects: one per project, but for `neizhi` ones, which share a Tomcat. */
export interface JavaServer {
  /** What it listens on; none where it never opens a port. */
  readonly ports: readonly number[];
  /** How many processes it has, the main one first. */
  readonly processCount: number;
  run: JavaRun | undefined;
  /** So many milliseconds after they began, its processes end by themselves; absent: they do not. */
  endsAfter?: number;
  /** Processes that hold the ports and that the panel knows nothing of. */
  lost?: JavaRun | undefined;
  /** The lines of its log file. */
  readonly log: string[];
}

/** A Java project. */
export interface DemoJavaProject extends SiteRecord {
  readonly javaType: "springboot" | "duli" | "neizhi";
  readonly server: JavaServer;
  logFile: string;
  /** Settings were changed and the project not restarted since. */
  changed: boolean;
}

/** A container; `startedAt` and `finishedAt` as Docker writes them, the year 1 for never. */
export interface DemoContainer {
  /** 64 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  /** Seconds since the epoch. */
  readonly created: number;
  /** Empty where it has no network. */
  readonly address: string;
  /** `80/tcp` → the host's `address:port`; `undefined` where it is not published. */
  readonly ports: Readonly<Record<string, string | undefined>>;
  /** Ends as soon as it is started. */
  readonly endsAtOnce: boolean;
  /** Docker removes it when it ends (`--rm`). */
  readonly autoRemove?: true;
  status: "running" | "exited" | "paused" | "created";
  startedAt: string;
  finishedAt: string;
  pid: number;
  /** The lines that it has written. */
  readonly log: string[];
}

/** An order of a certificate; times in seconds since the epoch. */
export interface DemoCertificateOrder {
  /** 32 hex digits. */
  readonly index: string;
  readonly domains: readonly string[];
  readonly authType: "http" | "dns" | "tls";
  readonly created: number;
  readonly renewed: number;
  readonly progress:
    | { readonly status: "valid"; readonly validUntil: number }
    | { readonly status: "pending" | "invalid"; readonly expires: number };
}
