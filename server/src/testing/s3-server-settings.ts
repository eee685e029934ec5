import { userInfo } from 'node:os';
import { join } from 'node:path';

/** The settings of one storage server (account, container or object). */
export function storageSettings({ root, kind, port }: { root: string; kind: string; port: number }): string {
  return `${commonSettings(root, port)}devices = ${join(root, 'disks')}
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

/** `workers = 0` keeps each server in one process, so that ending it ends the server. */
function commonSettings(root: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${root}
workers = 0
log_level = WARNING
`;
}

/** Their order matters: `s3api` is before `tempauth`, and `copy` and `slo` (multipart uploads) are after it. */
const PIPELINE =
  'catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk s3api tempauth copy slo dlo proxy-logging proxy-server';
const PLAIN_FILTERS = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'copy', 'dlo'];

/**
 * The settings of the front. Without `proxy-logging` before `s3api`, a refused HEAD has a body, which Node's HTTP
 * client rejects. `tempauth` requires a cache; the tests run none, so every look-up is done. The limits are long,
 * because on a busy machine a storage server does not accept a connection within Swift's half second, which is a 503
 * for the caller.
 */
export function proxySettings(proxy: { root: string; port: number; region: string; secret: string }): string {
  return `${commonSettings(proxy.root, proxy.port)}[pipeline:main]
pipeline = ${PIPELINE}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
conn_timeout = 30
node_timeout = 60
recoverable_node_timeout = 60
error_suppression_limit = 1000000
strict_cors_mode = false
${PLAIN_FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}[filter:proxy-logging]
use = egg:swift#proxy_logging
access_log_level = DEBUG
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${proxy.region}
dns_compliant_bucket_names = true
max_upload_part_num = 10000
max_multi_delete_objects = 1000
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_vault_keeper = ${proxy.secret} .admin
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
`;
}
