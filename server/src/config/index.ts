export { type Config, ConfigError, readConfig } from './config.ts';
export type { DemoDecision } from './demo.ts';
export { describeSettings } from './describe.ts';
export { loadSettingsFile } from './settings-file.ts';
export { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
export { BUCKET_NAME } from './s3.ts';
export { withoutPooler } from './server.ts';
export type { TrustedProxies } from './trust-proxy.ts';
export type { OidcSettings } from './oidc.ts';
