import { type Abilities, type Permission, type SessionState, VAULT_MODULE, VaultPage } from '@vault/contract';
import { idOf } from './record.ts';

/** The id of the signed-in person, which is also the id of the own record. */
export const PERSON_ID = idOf('usr', 'Ada');

/** Returns the session of Ada Byron, with all abilities of the file area but those that are switched off. */
export function sessionOf(abilities: Partial<Abilities>): SessionState {
  const profile = { sfid: PERSON_ID, name: 'Ada Byron', email: 'ada@example.test' };
  return { permissions: permissionsOf(abilities), userInfo: { profile } };
}

function permissionsOf({
  read = true,
  create = true,
  edit = true,
  download = true,
  share = true,
  noExp = true,
  admin = false,
  audit = false,
}: Partial<Abilities>): Permission[] {
  const entry = (pageName: string, readable: boolean) => ({
    moduleName: VAULT_MODULE,
    pageName,
    readable,
    creatable: false,
    editable: false,
  });
  return [
    { ...entry(VaultPage.filesAndFolders, read), creatable: create, editable: edit },
    entry(VaultPage.download, download),
    entry(VaultPage.share, share),
    entry(VaultPage.noExpiration, noExp),
    entry(VaultPage.administration, admin),
    entry(VaultPage.auditLog, audit),
  ];
}
