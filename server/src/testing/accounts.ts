import type { Permission } from '@vault/contract';

/** Builds an id for the tests: the kind, a name, and zeros up to 18 characters. */
const idOf = (kind: string, name: string) => (kind + name).padEnd(18, '0');

export const RECORDS = { acme: idOf('rec', 'Acme'), birch: idOf('rec', 'Birch') };
export const PASSWORD = 'correct horse battery staple';

interface Rights {
  create?: boolean;
  edit?: boolean;
  download?: boolean;
  share?: boolean;
  noExp?: boolean;
  admin?: boolean;
  audit?: boolean;
}

/** The permission entries of a reader with additional rights. */
export function permissionsOf(rights: Rights): Permission[] {
  const entry = (pageName: string, readable: boolean, more: Partial<Permission> = {}): Permission => ({
    moduleName: 'Document_Vault',
    pageName,
    readable,
    creatable: false,
    editable: false,
    ...more,
  });
  return [
    entry('File_and_Folder', true, { creatable: rights.create ?? false, editable: rights.edit ?? false }),
    entry('Download_File_and_Folder', rights.download ?? false),
    entry('Share_File_and_Folder', rights.share ?? false),
    entry('Not_Expiration_File_and_Folder', rights.noExp ?? false),
    ...(rights.admin === true ? [entry('Administration', true)] : []),
    ...(rights.audit === true ? [entry('Audit_Log', true)] : []),
  ];
}

const EVERYTHING: Rights = { create: true, edit: true, download: true, share: true, noExp: true };

const user = (name: string, records: string[], permissions: Permission[]) => {
  const first = name.split(' ')[0] ?? name;
  return {
    sfid: idOf('usr', first),
    name,
    email: `${first.toLowerCase()}@example.test`,
    password: PASSWORD,
    records,
    permissions,
  };
};

/**
 * The accounts of the tests: the name of the field states the permissions. `outsider` has all permissions, but only in
 * the record Birch.
 */
export const USERS = {
  everything: user('Ada Byron', [RECORDS.acme], permissionsOf(EVERYTHING)),
  colleague: user('Ben Carter', [RECORDS.acme], permissionsOf(EVERYTHING)),
  reader: user('Chloe Diaz', [RECORDS.acme], permissionsOf({})),
  creator: user('Dan Evans', [RECORDS.acme], permissionsOf({ create: true })),
  editor: user('Eve Foster', [RECORDS.acme], permissionsOf({ edit: true })),
  downloader: user('Fay Grant', [RECORDS.acme], permissionsOf({ download: true })),
  sharer: user('Ida Jones', [RECORDS.acme], permissionsOf({ share: true })),
  noVault: user('Gus Hall', [RECORDS.acme], []),
  outsider: user('Hal Irwin', [RECORDS.birch], permissionsOf(EVERYTHING)),
  // The administration needs no `read`: these two have nothing but their page.
  administrator: user('Jan Kelly', [RECORDS.acme], permissionsOf({ admin: true }).slice(-1)),
  auditor: user('Kim Lopez', [RECORDS.acme], permissionsOf({ audit: true }).slice(-1)),
};
export type TestUser = keyof typeof USERS;

/** The tests' ACCOUNTS_FILE. */
export const ACCOUNTS = {
  settings: { fileSearch: true },
  records: [
    { sfid: RECORDS.acme, name: 'Acme Ltd' },
    { sfid: RECORDS.birch, name: 'Birch and Sons' },
  ],
  users: Object.values(USERS),
};
