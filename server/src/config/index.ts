export { type Config, ConfigError, isLoopback, readConfig } from './config.ts';
