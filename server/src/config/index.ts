export { type Config, ConfigError, readConfig } from './config.ts';
export { describeSettings } from './describe.ts';
export { isLoopbackHost } from './loopback.ts';
export type { OidcSettings } from './oidc.ts';
