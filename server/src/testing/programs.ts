import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where servers are installed, which the PATH of a user can lack. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** @returns the path of an installed program; null when it is not installed: tests are skipped then */
export function programAt(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SERVER_FOLDERS];
  const paths = folders.map((folder) => join(folder, name));
  const isExecutable = (path: string): boolean => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return paths.find(isExecutable) ?? null;
}
