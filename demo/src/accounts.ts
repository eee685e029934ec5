import { VAULT_MODULE, VaultPage } from '@vault/contract';
import type { Permission } from '@vault/contract';

/** One demo user: an entry of ACCOUNTS_FILE and a line for the sign-in page. */
export interface DemoUser {
  sfid: string;
  name: string;
  email: string;
  password: string;
  records: string[];
  permissions: Permission[];
  /** The user's permissions in a few words, for the sign-in page. */
  description: string;
}

/** The bundled accounts in the shape of ACCOUNTS_FILE (contract section 9). */
export interface DemoAccounts {
  settings: { fileSearch: boolean };
  records: { sfid: string; name: string }[];
  users: DemoUser[];
}

/**
 * The password of all demo users. It is not secret: the accounts exist only while no other machine can reach the vault
 * (GUARD-01), and the sign-in page shows it.
 */
export const DEMO_PASSWORD = 'demo-vault';

export const DEMO_RECORDS = {
  acme: { sfid: 'recAcme00000000001', name: 'Acme Ltd' },
  birch: { sfid: 'recBirch0000000001', name: 'Birch & Sons' },
  cedar: { sfid: 'recCedar0000000001', name: 'Cedar Clinic' },
} as const;

const { acme, birch, cedar } = DEMO_RECORDS;

/** The sfids of the demo users; each is also the id of the user's own vault (contract D-04). */
export const DEMO_USERS = {
  ada: 'usrAda000000000001',
  ben: 'usrBen000000000001',
  chloe: 'usrChloe0000000001',
  dan: 'usrDan000000000001',
  eve: 'usrEve000000000001',
} as const;

/**
 * The rights of one user on the pages of the Document_Vault module (PERM-02..08, DESK-01, AUDIT-05); absent ones are
 * false.
 */
interface Rights {
  create?: boolean;
  edit?: boolean;
  download?: boolean;
  share?: boolean;
  noExpiration?: boolean;
  administration?: boolean;
  auditLog?: boolean;
}

function vaultPermissions(rights: Rights): Permission[] {
  const page = (pageName: string, readable: boolean, creatable = false, editable = false): Permission => ({
    moduleName: VAULT_MODULE,
    pageName,
    readable,
    creatable,
    editable,
  });
  return [
    page(VaultPage.filesAndFolders, true, rights.create, rights.edit),
    page(VaultPage.download, rights.download ?? false),
    page(VaultPage.share, rights.share ?? false),
    page(VaultPage.noExpiration, rights.noExpiration ?? false),
    page(VaultPage.administration, rights.administration ?? false),
    page(VaultPage.auditLog, rights.auditLog ?? false),
  ];
}

/** Eve has rights in another module only: she demonstrates a user without the vault (PERM-09, PERM-10). */
const INVOICES_ONLY: Permission[] = [
  { moduleName: 'Invoices', pageName: 'Invoice_List', readable: true, creatable: false, editable: false },
];

/**
 * The bundled demo accounts, each with a different set of rights (contract section 9). The caller checks the
 * conditions of GUARD-01.
 * @returns a new copy on each call; passwords in plain text, as in ACCOUNTS_FILE
 */
export function demoAccounts(): DemoAccounts {
  return {
    settings: { fileSearch: true },
    records: [acme, birch, cedar].map((record) => ({ ...record })),
    users: [
      {
        sfid: DEMO_USERS.ada,
        name: 'Ada Byron',
        email: 'ada@example.test',
        password: DEMO_PASSWORD,
        records: [acme.sfid, birch.sfid, cedar.sfid],
        permissions: vaultPermissions({
          create: true,
          edit: true,
          download: true,
          share: true,
          noExpiration: true,
          administration: true,
          auditLog: true,
        }),
        description: 'Everything, administration included, three records',
      },
      {
        sfid: DEMO_USERS.ben,
        name: 'Ben Carter',
        email: 'ben@example.test',
        password: DEMO_PASSWORD,
        records: [acme.sfid, birch.sfid],
        permissions: vaultPermissions({ create: true, edit: true, download: true, share: true }),
        description: 'Everything but links without an expiry date, two records',
      },
      {
        sfid: DEMO_USERS.chloe,
        name: 'Chloe Diaz',
        email: 'chloe@example.test',
        password: DEMO_PASSWORD,
        records: [acme.sfid, cedar.sfid],
        permissions: vaultPermissions({ download: true }),
        description: 'Reads and downloads, two records',
      },
      {
        sfid: DEMO_USERS.dan,
        name: 'Dan Evans',
        email: 'dan@example.test',
        password: DEMO_PASSWORD,
        records: [birch.sfid, cedar.sfid],
        permissions: vaultPermissions({ create: true }),
        description: 'Reads and uploads, no editing, two records',
      },
      {
        sfid: DEMO_USERS.eve,
        name: 'Eve Foster',
        email: 'eve@example.test',
        password: DEMO_PASSWORD,
        records: [acme.sfid],
        permissions: INVOICES_ONLY.map((permission) => ({ ...permission })),
        description: 'No access to Document Vault',
      },
    ],
  };
}
