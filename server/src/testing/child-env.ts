/** The variables of this process that a started program needs. Settings of the developer are not among them. */
const NAMES = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** @returns the environment for a program of a test, without settings of the vault */
export function childEnv(): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
