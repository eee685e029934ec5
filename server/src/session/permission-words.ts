import { type Ability, type Permission, VAULT_MODULE, VaultPage } from '@vault/contract';

/** The short words of the permissions, as in `abilitiesOf`. */
export const PERMISSION_WORDS = ['read', 'create', 'edit', 'download', 'share', 'noExp'] as const;

/** Returns the permission for a typed word, ignoring case; null for an unknown word. */
export function permissionWord(text: string): Ability | null {
  return PERMISSION_WORDS.find((word) => word.toLowerCase() === text.toLowerCase()) ?? null;
}

/**
 * The entries of PERM-03 … PERM-08 that grant exactly these abilities. Other words do not add `read`, although every
 * page needs it.
 */
export function entriesOf(abilities: ReadonlySet<Ability>): Permission[] {
  const entry = (pageName: string, flags: Partial<Permission>): Permission => ({
    moduleName: VAULT_MODULE,
    pageName,
    readable: false,
    creatable: false,
    editable: false,
    ...flags,
  });
  const has = (ability: Ability) => abilities.has(ability);
  const entries = [
    entry(VaultPage.filesAndFolders, {
      readable: has('read'),
      creatable: has('create'),
      editable: has('edit'),
    }),
    entry(VaultPage.download, { readable: has('download') }),
    entry(VaultPage.share, { readable: has('share') }),
    entry(VaultPage.noExpiration, { readable: has('noExp') }),
  ];
  return entries.filter(({ readable, creatable, editable }) => readable || creatable || editable);
}
