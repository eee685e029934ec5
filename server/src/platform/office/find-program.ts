import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { OfficeStartError } from './converter.ts';

const NAMES = ['soffice', 'libreoffice'];
/** The paths that packages use. */
const FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/usr/lib/libreoffice/program',
  '/opt/libreoffice/program',
  '/snap/bin',
  '/Applications/LibreOffice.app/Contents/MacOS',
];

/**
 * Finds the program of LibreOffice.
 * @param setting the path of the program; 'none' for no converter; null for the first one in `folders`
 * @returns its absolute path; null when there is none
 * @throws OfficeStartError when the configured program cannot be run
 */
export async function findProgram(setting: string | null, folders = FOLDERS): Promise<string | null> {
  if (setting === 'none') return null;
  if (setting !== null) {
    if (isAbsolute(setting) && (await canRun(setting))) return setting;
    throw new OfficeStartError(
      `The setting OFFICE_CONVERTER cannot be used: ${setting} is not a program that can be run. ` +
        `Set it to the full path of LibreOffice's soffice, or to "none".`,
    );
  }
  for (const folder of folders) {
    for (const name of NAMES) {
      const program = join(folder, name);
      if (await canRun(program)) return program;
    }
  }
  return null;
}

async function canRun(program: string): Promise<boolean> {
  try {
    await access(program, constants.X_OK);
    return (await stat(program)).isFile();
  } catch {
    return false;
  }
}
