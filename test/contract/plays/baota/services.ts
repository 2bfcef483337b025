import { fails, gives, listOf, type PlayTable, rejected } from "../../play.ts";
import { BROKEN_NGINX, servicesSaying, STOPPED } from "../services.ts";

const UNBROKEN = { demo: { cannot: "the demo's MySQL and start of PHP-FPM has no broken configuration" } };
const DONE = "执行成功!";
const { does, doesNot } = servicesSaying(DONE);

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
  service_mysqld_reload: does("mysqld", "reload"),
  service_mysqld_reload_stopped: doesNot("mysqld", "reload", "mysqld服务启动失败", STOPPED),
  service_mysqld_restart: does("mysqld", "restart"),
  service_mysqld_restart_broken: doesNot("mysqld", "restart", "mysqld服务启动失败", UNBROKEN),
  service_mysqld_start: does("mysqld", "start"),
  service_mysqld_start_mended: does("mysqld", "start"),
  service_mysqld_start_running: does("mysqld", "start"),
  service_mysqld_stop_again: does("mysqld", "stop"),
  service_nginx_reload: does("nginx", "reload"),
  service_nginx_reload_stopped: does("nginx", "reload"),
  service_nginx_restart: does("nginx", "restart"),
  service_nginx_restart_broken: doesNot(
    "nginx",
    "restart",
    'Nginx配置规则错误: nginx version: nginx/1.22.1 2026/11/22 17:14:56 [emerg] 1946#1946: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    BROKEN_NGINX,
  ),
  service_nginx_start: does("nginx", "start"),
  service_nginx_start_broken: doesNot(
    "nginx",
    "start",
    'Nginx配置规则错误: nginx version: nginx/1.22.1 2026/11/22 17:14:57 [emerg] 1961#1961: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    BROKEN_NGINX,
  ),
  service_nginx_start_mended: does("nginx", "start"),
  service_nginx_start_running: does("nginx", "start"),
  service_nginx_stop: does("nginx", "stop"),
  service_nginx_stop_2: does("nginx", "stop"),
  service_no_type: fails("service.control", rejected("请传入type参数"), {
    demo: { cannot: "our client never sends this" },
  }),
  service_php_fpm_82_reload: does("php-fpm-82", "reload"),
  service_php_fpm_82_reload_broken: does("php-fpm-82", "reload", { given: ["brokenPhp"] }),
  service_php_fpm_82_reload_stopped: doesNot("php-fpm-82", "reload", "php-fpm-82服务启动失败", STOPPED),
  service_php_fpm_82_restart: does("php-fpm-82", "restart"),
  service_php_fpm_82_restart_broken: doesNot(
    "php-fpm-82",
    "restart",
    "启动失败： [22-Nov-2026 17:15:14] ERROR: [/www/server/php/82/etc/php-fpm.conf:1] unknown entry 'nosuch' [22-Nov-2026 17:15:14] ERROR: failed to load configuration file '/www/server/php/82/etc/php-fpm.conf' [22-Nov-2026 17:15:14] ERROR: FPM initialization failed",
    UNBROKEN,
  ),
  service_php_fpm_82_start: does("php-fpm-82", "start"),
  service_php_fpm_82_start_mended: does("php-fpm-82", "start"),
  service_php_fpm_82_start_running: does("php-fpm-82", "start"),
  service_php_fpm_82_stop: does("php-fpm-82", "stop"),
  service_php_fpm_82_stop_again: does("php-fpm-82", "stop"),
  service_pure_ftpd_reload: does("pure-ftpd", "reload", { after: [["service_pure_ftpd_start", 1]] }),
  service_pure_ftpd_reload_stopped: doesNot("pure-ftpd", "reload", "pure-ftpd服务启动失败", STOPPED),
  service_pure_ftpd_restart: does("pure-ftpd", "restart"),
  service_pure_ftpd_start: does("pure-ftpd", "start"),
  service_pure_ftpd_start_running: does("pure-ftpd", "start"),
  service_pure_ftpd_stop: does("pure-ftpd", "stop"),
  service_pure_ftpd_stop_again: does("pure-ftpd", "stop"),
  service_redis_reload: does("redis", "reload"),
  service_redis_restart: does("redis", "restart"),
  service_redis_start: does("redis", "start"),
  service_redis_start_running: does("redis", "start"),
  service_redis_stop: does("redis", "stop"),
  service_redis_stop_2: does("redis", "stop"),
  service_redis_stop_again: does("redis", "stop"),
  service_unknown: does("nosuch", "restart"),
  service_unknown_type: gives("service.control", { msg: DONE }),
};
