import { excluded, type PlayTable } from "../../play.ts";
import { BROKEN_NGINX, servicesSaying, STOPPED } from "../services.ts";

const UNBROKEN = { demo: { cannot: "the demo's MySQL has no broken configuration" } };
const { does, doesNot } = servicesSaying("Executed successfully!");

/** Services. */
export const aapanelServicePlays: PlayTable = {
  service_mysqld_reload_stopped_v2: doesNot("mysqld", "reload", "mysqld service failed to start", STOPPED),
  service_mysqld_restart_broken_v2: doesNot("mysqld", "restart", "mysqld service failed to start", UNBROKEN),
  service_mysqld_restart_v2: does("mysqld", "restart"),
  service_mysqld_stop_2_v2: does("mysqld", "stop"),
  service_mysqld_stop_again_v2: does("mysqld", "stop"),
  service_mysqld_stop_v2: does("mysqld", "stop"),
  service_nginx_reload_stopped_v2: doesNot("nginx", "reload", "nginx service failed to start", STOPPED),
  service_nginx_restart_broken_v2: doesNot(
    "nginx",
    "restart",
    'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1950#1950: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    BROKEN_NGINX,
  ),
  service_nginx_restart_v2: does("nginx", "restart"),
  service_nginx_start_broken_v2: doesNot(
    "nginx",
    "start",
    'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1961#1961: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    BROKEN_NGINX,
  ),
  service_nginx_start_mended_v2: does("nginx", "start"),
  service_nginx_start_running_v2: does("nginx", "start"),
  service_nginx_start_v2: does("nginx", "start"),
  service_nginx_stop_2_v2: does("nginx", "stop"),
  service_nginx_stop_again_v2: does("nginx", "stop"),
  service_nginx_stop_broken_v2: doesNot(
    "nginx",
    "stop",
    'Nginx rule configuration error: 2026/11/22 17:15:01 [emerg] 1981#1981: unknown directive "nosuch_directive" in /www/server/panel/vhost/nginx/zz-broken.conf:1 nginx: configuration file /www/server/nginx/conf/nginx.conf test failed',
    BROKEN_NGINX,
  ),
  service_nginx_stop_v2: does("nginx", "stop"),
  service_php_fpm_82_reload_broken_v2: does("php-fpm-82", "reload", { given: ["brokenPhp"] }),
  service_php_fpm_82_reload_stopped_v2: doesNot("php-fpm-82", "reload", "php-fpm-82 service failed to start", STOPPED),
  service_php_fpm_82_reload_v2: does("php-fpm-82", "reload"),
  service_php_fpm_82_restart_v2: does("php-fpm-82", "restart"),
  service_php_fpm_82_start_mended_v2: does("php-fpm-82", "start"),
  service_php_fpm_82_start_running_v2: does("php-fpm-82", "start"),
  service_php_fpm_82_stop_again_v2: does("php-fpm-82", "stop"),
  service_php_fpm_82_stop_v2: does("php-fpm-82", "stop"),
  service_pure_ftpd_reload_stopped_v2: doesNot("pure-ftpd", "reload", "pure-ftpd service failed to start", STOPPED),
  service_pure_ftpd_reload_v2: does("pure-ftpd", "reload", { after: [["service_pure_ftpd_start_v2", 1]] }),
  service_pure_ftpd_restart_v2: does("pure-ftpd", "restart"),
  service_pure_ftpd_start_v2: does("pure-ftpd", "start"),
  service_pure_ftpd_stop_2_v2: does("pure-ftpd", "stop"),
  service_pure_ftpd_stop_again_v2: does("pure-ftpd", "stop"),
  service_redis_reload_v2: does("redis", "reload"),
  service_redis_start_running_v2: does("redis", "start"),
  service_redis_start_v2: does("redis", "start"),
  service_redis_stop_2_v2: does("redis", "stop"),
  service_redis_stop_again_v2: does("redis", "stop"),
  service_redis_stop_v2: does("redis", "stop"),
  service_unknown_v2: does("nosuch", "restart"),
  ...excluded(
    "our client asks aaPanel by the second envelope",
    "service_nginx_reload_broken_v1",
    "service_nginx_reload_v1",
    "service_redis_restart_v1",
    "service_unknown_v1",
  ),
};
