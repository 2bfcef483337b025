import { createPrivateKey } from "node:crypto";
import { type ServerFiles, writeFile } from "./serverFiles.ts";
import { isIn } from "../characters/isBelow.ts";

/** Where the configurations of nginx and of the websites are. */
const DIRECTORIES = [
  "/www/server/nginx/conf",
  "/www/server/panel/vhost/nginx",
  "/www/server/panel/vhost/rewrite",
] as const;

/** The configuration of nginx itself. */
export const NGINX_CONFIGURATION = `${DIRECTORIES[0]}/nginx.conf`;

/** What the configuration of a website is made of. */
interface ConfiguredSite {
  readonly name: string;
  /** Its root. */
  readonly path: string;
  /** Each with its port, unless that is 80. */
  readonly domains: readonly string[];
}

/** The configuration file of a website. */
export function siteConfigurationPath({ name }: Pick<ConfiguredSite, "name">): string {
  return `${DIRECTORIES[1]}/${name}.conf`;
}

/** The rewrite rules of a website, which its configuration includes. */
function rewritePath({ name }: Pick<ConfiguredSite, "name">): string {
  return `${DIRECTORIES[2]}/${name}.conf`;
}

/** Writes the configuration file and the rewrite rules of a website as panels do, in short. */
export function writeSiteConfiguration(files: ServerFiles, site: ConfiguredSite, mtime: number): void {
  writeFile(files, siteConfigurationPath(site), Buffer.from(siteConfiguration(site)), mtime);
  writeFile(files, rewritePath(site), Buffer.from(""), mtime);
}

/** What panels write for nginx itself, in short. */
export const nginxConfiguration = `user www www;
worker_processes auto;
error_log /www/wwwlogs/nginx_error.log crit;
pid /www/server/nginx/logs/nginx.pid;

events
{
    use epoll;
    worker_connections 51200;
}

http
{
    default_type application/octet-stream;
    client_max_body_size 50m;
    fastcgi_connect_timeout 300;
    fastcgi_send_timeout 300;
    fastcgi_read_timeout 300;
    keepalive_timeout 60;
    gzip on;

    include /www/server/panel/vhost/nginx/*.conf;
}
`;

function siteConfiguration({ name, path, domains }: ConfiguredSite): string {
  const parts = domains.map((domain) => domain.split(":"));
  const ports = new Set(parts.map(([, port = "80"]) => port));
  return `server
{
${[...ports].map((port) => `    listen ${port};`).join("\n")}
    server_name ${parts.map(([host]) => host).join(" ")};
    index index.php index.html index.htm default.php default.htm default.html;
    root ${path};

    include ${rewritePath({ name })};

    error_page 404 /404.html;
    #error_page 404/404.html;

    location ~ .*\\.(gif|jpg|jpeg|png|bmp|swf)$
    {
        expires 30d;
        access_log /dev/null;
    }

    access_log /www/wwwlogs/${name}.log;
    error_log /www/wwwlogs/${name}.error.log;
}
`;
}

/** What nginx says of the first file of its configuration that it refuses; `undefined`: it accepts all. */
export function nginxProblem(files: ServerFiles): string | undefined {
  const paths = [...files.keys()].filter(
    (path) => path.endsWith(".conf") && DIRECTORIES.some((directory) => isIn(path, directory)),
  );
  for (const path of paths.toSorted()) {
    const text = files.get(path)?.bytes?.toString() ?? "";
    const problem = problemIn(text);
    if (problem !== undefined) return `nginx: [emerg] ${problem.text} in ${path}:${problem.line}`;
    const [, key] = /^ *ssl_certificate_key +(\/[^;]*);/m.exec(text) ?? [];
    if (key !== undefined && !isKey(files.get(key)?.bytes))
      return `nginx: [emerg] cannot load certificate key "${key}": PEM_read_bio_PrivateKey() failed (SSL: error:1E08010C:DECODER routines::unsupported)`;
  }
  return undefined;
}

/** Whether the TLS library reads a private key, which it does not with blanks before it (docs/protocol.md 9.14). */
function isKey(bytes: Buffer | undefined): boolean {
  if (bytes === undefined) return false;
  try {
    createPrivateKey(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A word, or a sign that ends a directive, with its line. */
interface Token {
  readonly text: string;
  readonly line: number;
  /** A quoted `;` ends nothing. */
  readonly isWord: boolean;
}

interface Problem {
  readonly text: string;
  readonly line: number;
}

/** Blocks whose lines begin with anything. */
const FREE = ["map", "geo", "types", "split_clients", "charset_map"];

/** What nginx says of a file; `undefined`: nothing. */
function problemIn(text: string): Problem | undefined {
  const blocks: string[] = [];
  let words: Token[] = [];
  for (const token of tokensOf(text)) {
    if (token.isWord) {
      words.push(token);
      continue;
    }
    const { line } = token;
    if (token.text === "}") {
      if (words.length > 0 || blocks.pop() === undefined) return { text: 'unexpected "}"', line };
      continue;
    }
    const [first] = words;
    if (first === undefined) return { text: `unexpected "${token.text}"`, line };
    const isFree = FREE.includes(blocks.at(-1) ?? "");
    if (!isFree && !DIRECTIVES.has(first.text)) return { text: `unknown directive "${first.text}"`, line };
    // the line before lacks its sign
    if (!isFree && words.some((word) => word.line > first.line && DIRECTIVES.has(word.text)))
      return { text: `invalid number of arguments in "${first.text}" directive`, line };
    if (token.text === "{") blocks.push(first.text);
    words = [];
  }
  const line = text.split("\n").length;
  if (words.length > 0) return { text: 'unexpected end of file, expecting ";" or "}"', line };
  if (blocks.length > 0) return { text: 'unexpected end of file, expecting "}"', line };
  return undefined;
}

/** A comment, a quoted text, a sign, or a word, within which `${` is a variable's, and `}` and `#` are no signs. */
const TOKEN = /#[^\n]*|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[;{}]|(?:\$\{|\\[^]|[^\s;{])+/g;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    line += linesIn(text.slice(end, index));
    if (!found.startsWith("#")) tokens.push({ text: found, line, isWord: !/^[;{}]$/.test(found) });
    line += linesIn(found);
    end = index + found.length;
  }
  return tokens;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

/** Directives of the modules that panels build in, as nginx documents them. */
const DIRECTIVES: ReadonlySet<string> = new Set(
  `absolute_redirect accept_mutex access_log add_after_body add_before_body add_header addition_types aio alias allow
  ancient_browser auth_basic auth_basic_user_file auth_request auth_request_set autoindex autoindex_exact_size autoindex_format
  autoindex_localtime break brotli brotli_comp_level brotli_types charset charset_map charset_types chunked_transfer_encoding
  client_body_buffer_size client_body_in_file_only client_body_temp_path client_body_timeout client_header_buffer_size
  client_header_timeout client_max_body_size concat connection_pool_size create_full_put_path daemon dav_access dav_methods
  debug_points default_type deny directio disable_symlinks empty_gif env error_log error_page etag events expires fastcgi_bind
  fastcgi_buffer_size fastcgi_buffering fastcgi_buffers fastcgi_busy_buffers_size fastcgi_cache fastcgi_cache_bypass
  fastcgi_cache_key fastcgi_cache_lock fastcgi_cache_methods fastcgi_cache_min_uses fastcgi_cache_path fastcgi_cache_use_stale
  fastcgi_cache_valid fastcgi_connect_timeout fastcgi_hide_header fastcgi_ignore_client_abort fastcgi_ignore_headers fastcgi_index
  fastcgi_intercept_errors fastcgi_keep_conn fastcgi_max_temp_file_size fastcgi_next_upstream fastcgi_no_cache fastcgi_param
  fastcgi_pass fastcgi_pass_header fastcgi_pass_request_body fastcgi_pass_request_headers fastcgi_read_timeout
  fastcgi_request_buffering fastcgi_send_timeout fastcgi_split_path_info fastcgi_store fastcgi_temp_file_write_size
  fastcgi_temp_path flv geo geoip_city geoip_country gunzip gzip gzip_buffers gzip_comp_level gzip_disable gzip_http_version
  gzip_min_length gzip_proxied gzip_static gzip_types gzip_vary hash http http2 http2_max_concurrent_streams http2_max_requests
  http2_push http2_push_preload if if_modified_since ignore_invalid_headers image_filter include index internal ip_hash keepalive
  keepalive_disable keepalive_requests keepalive_time keepalive_timeout large_client_header_buffers least_conn limit_conn
  limit_conn_log_level limit_conn_status limit_conn_zone limit_except limit_rate limit_rate_after limit_req limit_req_log_level
  limit_req_status limit_req_zone lingering_close lingering_time lingering_timeout listen load_module location log_format
  log_not_found log_subrequest lua_package_path lua_shared_dict map map_hash_bucket_size map_hash_max_size master_process match
  max_ranges memcached_pass merge_slashes min_delete_depth modern_browser mp4 msie_padding multi_accept open_file_cache
  open_file_cache_errors open_file_cache_min_uses open_file_cache_valid open_log_file_cache output_buffers override_charset
  perl pid port_in_redirect postpone_output preread_buffer_size proxy_bind proxy_buffer_size proxy_buffering proxy_buffers
  proxy_busy_buffers_size proxy_cache proxy_cache_bypass proxy_cache_key proxy_cache_lock proxy_cache_methods
  proxy_cache_min_uses proxy_cache_path proxy_cache_purge proxy_cache_use_stale proxy_cache_valid proxy_connect_timeout
  proxy_cookie_domain proxy_cookie_flags proxy_cookie_path proxy_headers_hash_bucket_size proxy_headers_hash_max_size
  proxy_hide_header proxy_http_version proxy_ignore_client_abort proxy_ignore_headers proxy_intercept_errors
  proxy_max_temp_file_size proxy_method proxy_next_upstream proxy_next_upstream_tries proxy_no_cache proxy_pass
  proxy_pass_header proxy_pass_request_body proxy_pass_request_headers proxy_read_timeout proxy_redirect
  proxy_request_buffering proxy_send_timeout proxy_set_body proxy_set_header proxy_ssl_certificate proxy_ssl_certificate_key
  proxy_ssl_name proxy_ssl_protocols proxy_ssl_server_name proxy_ssl_session_reuse proxy_ssl_verify proxy_store
  proxy_temp_file_write_size proxy_temp_path proxy_timeout quic_retry random_index real_ip_header real_ip_recursive recursive_error_pages
  referer_hash_max_size request_pool_size reset_timedout_connection resolver resolver_timeout return rewrite rewrite_log root
  satisfy scgi_param scgi_pass secure_link secure_link_md5 secure_link_secret send_timeout sendfile sendfile_max_chunk server
  server_name server_name_in_redirect server_names_hash_bucket_size server_names_hash_max_size server_tokens set set_real_ip_from
  slice split_clients ssi ssl ssl_buffer_size ssl_certificate ssl_certificate_key ssl_ciphers ssl_client_certificate ssl_crl
  ssl_dhparam ssl_early_data ssl_ecdh_curve ssl_password_file ssl_prefer_server_ciphers ssl_preread ssl_protocols
  ssl_reject_handshake ssl_session_cache ssl_session_ticket_key ssl_session_tickets ssl_session_timeout ssl_stapling
  ssl_stapling_file ssl_stapling_responder ssl_stapling_verify ssl_trusted_certificate ssl_verify_client ssl_verify_depth
  status_zone stream stub_status sub_filter sub_filter_last_modified sub_filter_once sub_filter_types tcp_nodelay tcp_nopush
  thread_pool timer_resolution try_files types types_hash_bucket_size types_hash_max_size underscores_in_headers
  uninitialized_variable_warn upstream use user userid userid_domain userid_expires userid_name userid_path uwsgi_param
  uwsgi_pass uwsgi_read_timeout valid_referers variables_hash_bucket_size variables_hash_max_size worker_aio_requests
  worker_connections worker_cpu_affinity worker_priority worker_processes worker_rlimit_core worker_rlimit_nofile
  worker_shutdown_timeout working_directory xclient xml_entities xslt_stylesheet zone`.split(/\s+/),
);
