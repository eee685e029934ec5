import { demoAccounts, DEMO_USERS } from './accounts.ts';
import { fillAcme } from './vaults/acme.ts';
import { fillBirch } from './vaults/birch.ts';
import { DemoVault } from './vaults/demo-vault.ts';
import type { Person, PlannedFile, PlannedFolder } from './vaults/demo-vault.ts';
import { fillCedar } from './vaults/cedar.ts';
import { fillPersonal, ownVaultOf } from './vaults/personal.ts';
import { ACME, BIRCH, CEDAR } from './parties.ts';

export type { PlannedFile, PlannedFolder, PlannedVersion } from './vaults/demo-vault.ts';

/** The whole demo content as a plan, without bytes. Folders are listed after their parents. */
export interface VaultPlan {
  folders: PlannedFolder[];
  files: PlannedFile[];
}

/** One version of a file, with its bytes. */
export interface DemoFile {
  recordId: string;
  /** Folder names joined with '/', '' for the root. */
  path: string;
  name: string;
  modifiedAt: Date;
  /** The sfid of the demo user. */
  uploadedBy: string;
  bytes: Uint8Array;
}

/**
 * Plans a realistic vault of a firm: three records, and the own vaults of the users who can read.
 * @param base the date of the plan; the files are dated within the two years before it. The same base gives the same
 * plan and the same bytes
 */
export function planVault(base: Date): VaultPlan {
  const [ada, ben, dan] = [person(DEMO_USERS.ada), person(DEMO_USERS.ben), person(DEMO_USERS.dan)];
  const vaults = [
    filled(new DemoVault({ client: ACME, base, people: [ada, ben] }), fillAcme),
    filled(new DemoVault({ client: BIRCH, base, people: [ada, ben, dan] }), fillBirch),
    filled(new DemoVault({ client: CEDAR, base, people: [ada, dan] }), fillCedar),
    ...READERS.map((id) => {
      const client = ownVaultOf(person(id));
      return filled(new DemoVault({ client, base, people: [person(id)] }), fillPersonal);
    }),
  ];
  return {
    folders: vaults.flatMap((vault) => vault.folders),
    files: vaults.flatMap((vault) => vault.files),
  };
}

/**
 * Makes the planned files one after the other, so that only a few are in memory at a time. Versions of one file follow
 * each other, oldest first: the last one is current.
 */
export async function* makeFiles(plan: VaultPlan): AsyncGenerator<DemoFile> {
  for (const { recordId, path, name, versions } of plan.files) {
    for (const { modifiedAt, uploadedBy, make } of versions) {
      yield { recordId, path, name, modifiedAt, uploadedBy, bytes: await make() };
    }
  }
}

/** Eve has no right to read, so she needs no own vault. */
const READERS = [DEMO_USERS.ada, DEMO_USERS.ben, DEMO_USERS.chloe, DEMO_USERS.dan];

function person(id: string): Person {
  const user = demoAccounts().users.find(({ sfid }) => sfid === id);
  if (!user) throw new RangeError(`No demo user ${id}`);
  return { id, name: user.name };
}

function filled(vault: DemoVault, fill: (vault: DemoVault) => void): DemoVault {
  fill(vault);
  return vault;
}
