/** Entry of an account's permissions in ACCOUNTS_FILE. */
const entry = (pageName: string, mayChange: boolean) => ({
  moduleName: 'Document_Vault',
  pageName,
  readable: true,
  creatable: mayChange,
  editable: mayChange,
});

const idOf = (kind: string, name: string) => (kind + name).padEnd(18, '0');

/** The password of all accounts of a campaign. */
export const PASSWORD = 'correct horse battery staple';
export const RECORDS = { acme: idOf('rec', 'Acme'), birch: idOf('rec', 'Birch') };

const EVERYTHING = [
  entry('File_and_Folder', true),
  entry('Download_File_and_Folder', false),
  entry('Share_File_and_Folder', false),
  entry('Not_Expiration_File_and_Folder', false),
];

const account = (name: string, records: string[], permissions: object[]) => ({
  sfid: idOf('usr', name),
  name,
  email: `${name.toLowerCase()}@example.test`,
  password: PASSWORD,
  records,
  permissions,
});

/**
 * The accounts of the campaigns. `member` makes the calls about its own session; `target` never signs in: the calls of
 * the administration name it.
 */
export const ACCOUNTS = {
  owner: account('Owner', [RECORDS.acme], EVERYTHING),
  reader: account('Reader', [RECORDS.acme], [entry('File_and_Folder', false)]),
  outsider: account('Outsider', [RECORDS.birch], EVERYTHING),
  administrator: account('Administrator', [RECORDS.acme], [entry('Administration', false)]),
  auditor: account('Auditor', [RECORDS.acme], [entry('Audit_Log', false)]),
  member: account('Member', [RECORDS.acme], EVERYTHING),
  target: account('Target', [RECORDS.acme], EVERYTHING),
};
export type AccountName = keyof typeof ACCOUNTS;

/** The content of ACCOUNTS_FILE. */
export const ACCOUNTS_FILE = {
  settings: { fileSearch: true },
  records: [
    { sfid: RECORDS.acme, name: 'Acme Ltd' },
    { sfid: RECORDS.birch, name: 'Birch and Sons' },
  ],
  users: Object.values(ACCOUNTS),
};
