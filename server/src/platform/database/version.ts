import { DatabaseStartError } from './start-error.ts';

/** PostgreSQL 15 is the oldest version that the vault is tested with (design.md, section 5). */
const OLDEST = 150_000;

/**
 * @param versionNumber `server_version_num`, such as 150004
 * @throws DatabaseStartError that names the setting when the server is too old
 */
export function mustBeSupported(versionNumber: number): void {
  if (versionNumber >= OLDEST) return;
  throw new DatabaseStartError(
    `DATABASE_URL names a PostgreSQL ${readable(versionNumber)}, and the vault needs PostgreSQL 15 or newer. ` +
      `Upgrade that server, or leave DATABASE_URL out to use the embedded one.`,
  );
}

function readable(versionNumber: number): string {
  const major = Math.floor(versionNumber / 10_000);
  // Up to 9.6 the second number was part of the main version.
  return major >= 10
    ? `${major}.${versionNumber % 10_000}`
    : `${major}.${Math.floor(versionNumber / 100) % 100}`;
}
