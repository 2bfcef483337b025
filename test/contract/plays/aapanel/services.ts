import { excluded, fails, gives, type PlayTable, rejected } from "../../play.ts";

const CONTROL = "service.control";
const BROKEN = { words: "they name time and process of the check", differs: "they name time and process of the check" };
const UNBROKEN = "the demo's MySQL has no broken configuration";
const done = { msg: "Executed successfully!" };

/** Services. */
export const aapanelServicePlays: PlayTable = {
  service_mysqld_reload_stopped_v2: fails(CONTROL, rejected("mysqld service failed to start"), {
    given: ["stoppedServices"],
    params: { name: "mysqld", to: "reload" },
  }),
  service_mysqld_restart_broken_v2: fails(CONTROL, rejected("mysqld service failed to start"), {
    demo: { cannot: UNBROKEN },
    params: { name: "mysqld", to: "restart" },
  }),
  service_mysqld_restart_v2: gives(CONTROL, done, { params: { name: "mysqld", to: "restart" } }),
  service_mysqld_stop_2_v2: gives(CONTROL, done, { params: { name: "mysqld", to: "stop" } }),
  service_mysqld_stop_again_v2: gives(CONTROL, done, { params: { name: "mysqld", to: "stop" } }),
  service_mysqld_stop_v2: gives(CONTROL, done, { params: { name: "mysqld", to: "stop" } }),
  service_nginx_reload_stopped_v2: fails(CONTROL, rejected("nginx service failed to start"), {
    given: ["stoppedServices"],
    params: { name: "nginx", to: "reload" },
  }),
  service_nginx_restart_broken_v2: fails(
    CONTROL,
    rejected(
      'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1950#1950: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    ),
    { given: ["brokenNginx"], demo: BROKEN, params: { name: "nginx", to: "restart" } },
  ),
  service_nginx_restart_v2: gives(CONTROL, done, { params: { name: "nginx", to: "restart" } }),
  service_nginx_start_broken_v2: fails(
    CONTROL,
    rejected(
      'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1961#1961: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    ),
    { given: ["brokenNginx"], demo: BROKEN, params: { name: "nginx", to: "start" } },
  ),
  service_nginx_start_mended_v2: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_start_running_v2: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_start_v2: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_stop_2_v2: gives(CONTROL, done, { params: { name: "nginx", to: "stop" } }),
  service_nginx_stop_again_v2: gives(CONTROL, done, { params: { name: "nginx", to: "stop" } }),
  service_nginx_stop_broken_v2: fails(
    CONTROL,
    rejected(
      'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1981#1981: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    ),
    { given: ["brokenNginx"], demo: BROKEN, params: { name: "nginx", to: "stop" } },
  ),
  service_nginx_stop_v2: gives(CONTROL, done, { params: { name: "nginx", to: "stop" } }),
  service_php_fpm_82_reload_broken_v2: gives(CONTROL, done, {
    given: ["brokenPhp"],
    params: { name: "php-fpm-82", to: "reload" },
  }),
  service_php_fpm_82_reload_stopped_v2: fails(CONTROL, rejected("php-fpm-82 service failed to start"), {
    given: ["stoppedServices"],
    params: { name: "php-fpm-82", to: "reload" },
  }),
  service_php_fpm_82_reload_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "reload" } }),
  service_php_fpm_82_restart_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "restart" } }),
  service_php_fpm_82_start_mended_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "start" } }),
  service_php_fpm_82_start_running_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "start" } }),
  service_php_fpm_82_stop_again_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "stop" } }),
  service_php_fpm_82_stop_v2: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "stop" } }),
  service_pure_ftpd_reload_stopped_v2: fails(CONTROL, rejected("pure-ftpd service failed to start"), {
    given: ["stoppedServices"],
    params: { name: "pure-ftpd", to: "reload" },
  }),
  service_pure_ftpd_reload_v2: gives(CONTROL, done, {
    after: [["service_pure_ftpd_start_v2", 1]],
    params: { name: "pure-ftpd", to: "reload" },
  }),
  service_pure_ftpd_restart_v2: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "restart" } }),
  service_pure_ftpd_start_v2: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "start" } }),
  service_pure_ftpd_stop_2_v2: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "stop" } }),
  service_pure_ftpd_stop_again_v2: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "stop" } }),
  service_redis_reload_v2: gives(CONTROL, done, { params: { name: "redis", to: "reload" } }),
  service_redis_start_running_v2: gives(CONTROL, done, { params: { name: "redis", to: "start" } }),
  service_redis_start_v2: gives(CONTROL, done, { params: { name: "redis", to: "start" } }),
  service_redis_stop_2_v2: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_redis_stop_again_v2: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_redis_stop_v2: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_unknown_v2: gives(CONTROL, done, { params: { name: "nosuch", to: "restart" } }),
  ...excluded(
    "our client asks aaPanel by the second envelope",
    "service_nginx_reload_broken_v1",
    "service_nginx_reload_v1",
    "service_redis_restart_v1",
    "service_unknown_v1",
  ),
};
