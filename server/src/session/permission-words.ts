import {
  type Ability,
  FILE_ABILITIES,
  hasPermission,
  type Permission,
  type PermissionFlag,
  VAULT_MODULE,
  VaultPage,
} from '@vault/contract';

/** The entry that grants each permission (PERM-03 … PERM-08, DESK-01, AUDIT-05), by its short word. */
const ENTRIES: Readonly<Record<Ability, { page: string; flag: PermissionFlag }>> = {
  read: { page: VaultPage.filesAndFolders, flag: 'readable' },
  create: { page: VaultPage.filesAndFolders, flag: 'creatable' },
  edit: { page: VaultPage.filesAndFolders, flag: 'editable' },
  download: { page: VaultPage.download, flag: 'readable' },
  share: { page: VaultPage.share, flag: 'readable' },
  noExp: { page: VaultPage.noExpiration, flag: 'readable' },
  admin: { page: VaultPage.administration, flag: 'readable' },
  audit: { page: VaultPage.auditLog, flag: 'readable' },
};

/** The short words of all permissions. */
export const PERMISSION_WORDS = Object.keys(ENTRIES) as readonly Ability[];

/** The permissions of the file area, which the word `all` names; those of the administration are named one by one. */
export const FILE_AREA_WORDS: readonly Ability[] = FILE_ABILITIES;

/** The fields of a permission entry that grant an ability; entries that contain them have it. */
export function entryPattern(ability: Ability): Partial<Permission> {
  const { page, flag } = ENTRIES[ability];
  return { moduleName: VAULT_MODULE, pageName: page, [flag]: true };
}

/** Adds `read` to permissions of the file area, because without it they would allow nothing. */
export const withRead = (words: readonly Ability[]): ReadonlySet<Ability> =>
  new Set(words.some((word) => FILE_AREA_WORDS.includes(word)) ? ['read', ...words] : words);

/** Returns the permission for a typed word, ignoring case; null for an unknown word. */
export function permissionWord(text: string): Ability | null {
  return PERMISSION_WORDS.find((word) => word.toLowerCase() === text.toLowerCase()) ?? null;
}

/**
 * The entries that grant exactly these permissions. Other words do not add `read`, although every page of the file area
 * needs it.
 */
export function entriesOf(abilities: ReadonlySet<Ability>): Permission[] {
  const pages = new Map<string, Permission>();
  for (const ability of PERMISSION_WORDS.filter((word) => abilities.has(word))) {
    const { page: pageName, flag } = ENTRIES[ability];
    const none = { moduleName: VAULT_MODULE, pageName, readable: false, creatable: false, editable: false };
    pages.set(pageName, { ...(pages.get(pageName) ?? none), [flag]: true });
  }
  return [...pages.values()];
}

/** The part of an entry that grants a permission of the file area: an entry with these values is sufficient. */
export function grantingPart(ability: FileAreaAbility): Partial<Permission> {
  const { page: pageName, flag } = ENTRIES[ability];
  return { moduleName: VAULT_MODULE, pageName, [flag]: true };
}

/** The permissions of the file area; others can be granted by several entries. */
export type FileAreaAbility = Exclude<Ability, 'admin' | 'audit'>;

/** The short words that entries grant one by one: an administrator has `audit` here only if an entry grants it. */
export function wordsOf(permissions: readonly Permission[]): Ability[] {
  return PERMISSION_WORDS.filter((word) => {
    const { page, flag } = ENTRIES[word];
    return hasPermission(permissions, { module: VAULT_MODULE, page, flag });
  });
}
