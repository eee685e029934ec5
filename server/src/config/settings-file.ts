import { ConfigError } from './config.ts';

/**
 * Adds the settings of the file `.env` to the environment, whose own settings win. A missing file is allowed.
 * @throws ConfigError for a file that cannot be read, and for a folder, as a container makes for a missing mount
 */
export function loadSettingsFile(path = '.env'): void {
  try {
    process.loadEnvFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new ConfigError(
      `The settings in ${path} cannot be read: it must be a file that this account can read.`,
      {
        cause: error,
      },
    );
  }
}
