import * as z from 'zod';

/** PERM-18: one entry of the login state. */
export const permissionSchema = z
  .object({
    moduleName: z.string(),
    pageName: z.string(),
    readable: z.boolean(),
    creatable: z.boolean(),
    editable: z.boolean(),
  })
  .meta({ id: 'Permission' });
export type Permission = z.infer<typeof permissionSchema>;

/** The abilities of a user, derived from the entries (product specification, section 6). */
export interface Abilities {
  read: boolean;
  create: boolean;
  edit: boolean;
  download: boolean;
  share: boolean;
  /** may set a link with no expiration */
  noExp: boolean;
  /** may manage people and settings (DESK-01) */
  admin: boolean;
  /** may read the audit (AUDIT-05); administrators may */
  audit: boolean;
}
export type Ability = keyof Abilities;

export const VAULT_MODULE = 'Document_Vault';
export const VaultPage = {
  filesAndFolders: 'File_and_Folder',
  download: 'Download_File_and_Folder',
  share: 'Share_File_and_Folder',
  noExpiration: 'Not_Expiration_File_and_Folder',
  administration: 'Administration',
  auditLog: 'Audit_Log',
} as const;

/** PERM-12: the flag of an entry that a check requires. */
export type PermissionFlag = 'readable' | 'creatable' | 'editable';

/**
 * PERM-11: returns whether an entry for the module and page has the flag.
 * @param flag defaults to readable (PERM-12)
 */
export function hasPermission(
  permissions: readonly Permission[],
  { module, page, flag = 'readable' }: { module: string; page: string; flag?: PermissionFlag },
): boolean {
  return permissions.some((entry) => entry.moduleName === module && entry.pageName === page && entry[flag]);
}

/** PERM-02 … PERM-09, DESK-01, AUDIT-05: returns the abilities that a list of permission entries grants. */
export function abilitiesOf(permissions: readonly Permission[]): Abilities {
  const may = (page: string, flag?: PermissionFlag) =>
    hasPermission(permissions, { module: VAULT_MODULE, page, ...(flag && { flag }) });
  return {
    read: may(VaultPage.filesAndFolders),
    create: may(VaultPage.filesAndFolders, 'creatable'),
    edit: may(VaultPage.filesAndFolders, 'editable'),
    download: may(VaultPage.download),
    share: may(VaultPage.share),
    noExp: may(VaultPage.noExpiration),
    admin: may(VaultPage.administration),
    audit: may(VaultPage.auditLog) || may(VaultPage.administration),
  };
}

/**
 * Whether a user may make the calls of an ability: calls of the file area also need `read`. Those of the administration
 * do not, so that an administrator need not see files.
 */
export const mayCall = (abilities: Abilities, ability: Ability): boolean =>
  abilities[ability] && (abilities.read || ability === 'admin' || ability === 'audit');
