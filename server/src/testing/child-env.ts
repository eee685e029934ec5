/** The variables of this process that a started program needs. Settings of the developer are not among them. */
const NAMES = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** @returns the environment for a program of a test, without settings of the vault */
export function childEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of NAMES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
