import { fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";

const CONTROL = "service.control";
const BROKEN = { words: "they name time and process of the check", differs: "they name time and process of the check" };
const UNBROKEN = "the demo's MySQL and start of PHP-FPM has no broken configuration";
const NEVER_SENT = "our client never sends this";
const done = { msg: "执行成功!" };

/** Services. */
export const servicePlays: PlayTable = {
  system_GetConcifInfo: gives(
    "service.list",
    listOf([
      { name: "nginx", version: "1.22.1", running: false },
      { name: "php-fpm-82", version: "82", running: false },
    ]),
    { given: ["firstServices"], params: {}, demo: { fields: "only what is read of the settings" } },
  ),
  service_mysqld_reload: gives(CONTROL, done, { params: { name: "mysqld", to: "reload" } }),
  service_mysqld_reload_stopped: fails(CONTROL, rejected("mysqld服务启动失败"), {
    given: ["stoppedServices"],
    params: { name: "mysqld", to: "reload" },
  }),
  service_mysqld_restart: gives(CONTROL, done, { params: { name: "mysqld", to: "restart" } }),
  service_mysqld_restart_broken: fails(CONTROL, rejected("mysqld服务启动失败"), {
    demo: { cannot: UNBROKEN },
    params: { name: "mysqld", to: "restart" },
  }),
  service_mysqld_start: gives(CONTROL, done, { params: { name: "mysqld", to: "start" } }),
  service_mysqld_start_mended: gives(CONTROL, done, { params: { name: "mysqld", to: "start" } }),
  service_mysqld_start_running: gives(CONTROL, done, { params: { name: "mysqld", to: "start" } }),
  service_mysqld_stop_again: gives(CONTROL, done, { params: { name: "mysqld", to: "stop" } }),
  service_nginx_reload: gives(CONTROL, done, { params: { name: "nginx", to: "reload" } }),
  service_nginx_reload_stopped: gives(CONTROL, done, { params: { name: "nginx", to: "reload" } }),
  service_nginx_restart: gives(CONTROL, done, { params: { name: "nginx", to: "restart" } }),
  service_nginx_restart_broken: fails(
    CONTROL,
    rejected(
      'Nginx配置规则错误: nginx version: nginx/1.22.1 2026/11/22 17:14:56 [emerg] 1946#1946: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    ),
    { given: ["brokenNginx"], demo: BROKEN, params: { name: "nginx", to: "restart" } },
  ),
  service_nginx_start: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_start_broken: fails(
    CONTROL,
    rejected(
      'Nginx配置规则错误: nginx version: nginx/1.22.1 2026/11/22 17:14:57 [emerg] 1961#1961: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    ),
    { given: ["brokenNginx"], demo: BROKEN, params: { name: "nginx", to: "start" } },
  ),
  service_nginx_start_mended: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_start_running: gives(CONTROL, done, { params: { name: "nginx", to: "start" } }),
  service_nginx_stop: gives(CONTROL, done, { params: { name: "nginx", to: "stop" } }),
  service_nginx_stop_2: gives(CONTROL, done, { params: { name: "nginx", to: "stop" } }),
  service_no_type: fails(CONTROL, rejected("请传入type参数"), { demo: { cannot: NEVER_SENT } }),
  service_php_fpm_82_reload: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "reload" } }),
  service_php_fpm_82_reload_broken: gives(CONTROL, done, {
    given: ["brokenPhp"],
    params: { name: "php-fpm-82", to: "reload" },
  }),
  service_php_fpm_82_reload_stopped: fails(CONTROL, rejected("php-fpm-82服务启动失败"), {
    given: ["stoppedServices"],
    params: { name: "php-fpm-82", to: "reload" },
  }),
  service_php_fpm_82_restart: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "restart" } }),
  service_php_fpm_82_restart_broken: fails(
    CONTROL,
    rejected(
      "启动失败： [22-Nov-2026 17:15:14] ERROR: [/www/server/php/82/etc/php-fpm.conf:1] unknown entry 'nosuch' [22-Nov-2026 17:15:14] ERROR: failed to load configuration file '/www/server/php/82/etc/php-fpm.conf' [22-Nov-2026 17:15:14] ERROR: FPM initialization failed",
    ),
    { demo: { cannot: UNBROKEN }, params: { name: "php-fpm-82", to: "restart" } },
  ),
  service_php_fpm_82_start: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "start" } }),
  service_php_fpm_82_start_mended: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "start" } }),
  service_php_fpm_82_start_running: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "start" } }),
  service_php_fpm_82_stop: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "stop" } }),
  service_php_fpm_82_stop_again: gives(CONTROL, done, { params: { name: "php-fpm-82", to: "stop" } }),
  service_pure_ftpd_reload: gives(CONTROL, done, {
    after: [["service_pure_ftpd_start", 1]],
    params: { name: "pure-ftpd", to: "reload" },
  }),
  service_pure_ftpd_reload_stopped: fails(CONTROL, rejected("pure-ftpd服务启动失败"), {
    given: ["stoppedServices"],
    params: { name: "pure-ftpd", to: "reload" },
  }),
  service_pure_ftpd_restart: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "restart" } }),
  service_pure_ftpd_start: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "start" } }),
  service_pure_ftpd_start_running: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "start" } }),
  service_pure_ftpd_stop: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "stop" } }),
  service_pure_ftpd_stop_again: gives(CONTROL, done, { params: { name: "pure-ftpd", to: "stop" } }),
  service_redis_reload: gives(CONTROL, done, { params: { name: "redis", to: "reload" } }),
  service_redis_restart: gives(CONTROL, done, { params: { name: "redis", to: "restart" } }),
  service_redis_start: gives(CONTROL, done, { params: { name: "redis", to: "start" } }),
  service_redis_start_running: gives(CONTROL, done, { params: { name: "redis", to: "start" } }),
  service_redis_stop: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_redis_stop_2: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_redis_stop_again: gives(CONTROL, done, { params: { name: "redis", to: "stop" } }),
  service_unknown: gives(CONTROL, done, { params: { name: "nosuch", to: "restart" } }),
  service_unknown_type: gives(CONTROL, done),
};
