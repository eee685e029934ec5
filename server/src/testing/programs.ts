import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns the path of an installed program; null when it is not installed: tests are skipped then */
export function programAt(name: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
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
