import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with its own LibreOffice profile. One process at a time may use it. */
export interface WorkDirectory {
  folder: string;
  /** the form that LibreOffice expects */
  profileUrl: string;
}

const SCRIPTING = '/org.openoffice.Office.Common/Security/Scripting';
/** No macro runs, no linked file is loaded, no dialog opens. */
const SETTINGS: [path: string, name: string, value: string][] = [
  [SCRIPTING, 'DisableMacrosExecution', 'true'],
  [SCRIPTING, 'MacroSecurityLevel', '3'],
  [SCRIPTING, 'BlockUntrustedRefererLinks', 'true'],
  [SCRIPTING, 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
];

/**
 * Creates a work directory in the folder for temporary files.
 * @param owner the user who runs the program; null: the user of this process
 */
export async function createWorkDirectory(owner: number | null): Promise<WorkDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-office-'));
  const profile = join(folder, 'profile');
  const user = join(profile, 'user');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), registry());
  if (owner !== null) {
    for (const path of [folder, profile, user, join(user, 'registrymodifications.xcu')]) {
      await chown(path, owner, owner);
    }
  }
  return { folder, profileUrl: `file://${profile}` };
}

/** Removes the folder with everything in it. */
export async function removeWorkDirectory({ folder }: WorkDirectory): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function registry(): string {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
    ...items,
    '</oor:items>',
    '',
  ].join('\n');
}
