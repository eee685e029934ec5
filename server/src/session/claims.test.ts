import { abilitiesOf, idSchema, MAX_TEXT } from '@vault/contract';
import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';

const NAMES = { permissionsClaim: 'vault_permissions', recordsClaim: 'vault_records' };
const read = (claims: object) => readClaims({ ...claims }, NAMES);
const rightsBy = (permissions: unknown) => {
  const { permissions: entries } = read({ vault_permissions: permissions });
  return entries === null
    ? null
    : Object.entries(abilitiesOf(entries)).flatMap(([word, has]) => (has ? [word] : []));
};

describe('the permissions of a token', () => {
  it.each([
    ['nothing', undefined, null],
    ['null', null, null],
    ['an empty list', [], []],
    [
      'words',
      ['read', 'create', 'edit', 'download', 'share', 'noExp'],
      ['read', 'create', 'edit', 'download', 'share', 'noExp'],
    ],
    ['words in other case', ['READ', 'noexp'], ['read', 'noExp']],
    ['several words in one text', 'read, share download', ['read', 'download', 'share']],
    ['one word does not include read', 'download', ['download']],
    ['an unknown word and a known one', ['read', 'own', 7, null, []], ['read']],
    ['a number', 7, []],
    ['an object instead of a list', { read: true }, []],
    ['true', true, []],
  ])('PERM-18 %s', (_, claim, rights) => expect(rightsBy(claim)).toEqual(rights));

  it('PERM-18 complete entries of any module are read; missing flags are false', () => {
    const entries = [
      { moduleName: 'Document_Vault', pageName: 'File_and_Folder', readable: true },
      { moduleName: 'Invoices', pageName: 'Invoice_List', readable: true, creatable: true, editable: true },
    ];
    expect(read({ vault_permissions: ['share', ...entries] }).permissions).toEqual([
      {
        moduleName: 'Document_Vault',
        pageName: 'Share_File_and_Folder',
        readable: true,
        creatable: false,
        editable: false,
      },
      { ...entries[0], creatable: false, editable: false },
      entries[1],
    ]);
  });

  it.each([
    { moduleName: 'Document_Vault', pageName: 'File_and_Folder', readable: 'true' },
    { moduleName: 'Document_Vault', pageName: 'File\0Folder', readable: true },
    { moduleName: 'x'.repeat(MAX_TEXT + 1), pageName: 'File_and_Folder', readable: true },
    { pageName: 'File_and_Folder', readable: true },
  ])('PERM-09 an invalid entry grants nothing', (entry) => {
    expect(rightsBy([entry])).toEqual([]);
    expect(read({ vault_permissions: [entry] }).ignored).toHaveLength(1);
  });

  it('permissions are read from the configured claim', () => {
    const claims = { 'https://vault.example/rights': 'read' };
    expect(
      readClaims(claims, { ...NAMES, permissionsClaim: 'https://vault.example/rights' }).permissions,
    ).toHaveLength(1);
  });
});

describe('the records of a token', () => {
  const ACME = 'recAcme00000000001';
  it.each([
    ['nothing', undefined, null],
    ['an id', ACME, [{ id: ACME, name: null }]],
    ['a list', [ACME, ACME], [{ id: ACME, name: null }]],
    ['a record with its name', [{ sfid: ACME, name: ' Acme\nLtd ' }], [{ id: ACME, name: 'Acme Ltd' }]],
    [
      'a second name for one record',
      [ACME, { sfid: ACME, name: 'Acme' }, { sfid: ACME, name: 'B' }],
      [{ id: ACME, name: 'Acme' }],
    ],
    ['an empty name', [{ sfid: ACME, name: ' ' }], [{ id: ACME, name: null }]],
    ['malformed ids', ['acme', 7, {}, null, "';--", [ACME]], []],
  ])('PERM-22 %s', (_, claim, records) => expect(read({ vault_records: claim }).records).toEqual(records));
});

describe('the name and address of a token', () => {
  it.each([
    [{ name: 'Ada Byron' }, 'Ada Byron'],
    [{ name: ' Ada\tByron\u0000 ' }, 'Ada Byron'],
    [{ given_name: 'Ada', family_name: 'Byron' }, 'Ada Byron'],
    [{ family_name: 'Byron', name: '' }, 'Byron'],
    [{ preferred_username: 'ada' }, 'ada'],
    [{ email: 'ada@example.test' }, 'ada@example.test'],
    [{ name: 7 }, null],
    [{}, null],
  ])('the name is read from %j', (claims, name) => expect(read(claims).name).toBe(name));

  it.each([
    [{ email: ' ada@example.test ' }, 'ada@example.test'],
    [{ email: 'ada@example.test', email_verified: true }, 'ada@example.test'],
    [{ email: 'ada@example.test', email_verified: false }, null],
    [{ email: 'ada@example.test', email_verified: 'false' }, null],
    [{ email: 'ada' }, null],
    [{ email: 'ada@example.test,eve@example.test' }, null],
    [{ email: ['ada@example.test'] }, null],
  ])('the address is read from %j', (claims, email) => expect(read(claims).email).toBe(email));
});

it('claims with any content give a result that is short enough to store', () => {
  const claims = fc.dictionary(
    fc.constantFrom('name', 'email', 'given_name', 'vault_permissions', 'vault_records', 'sub'),
    fc.oneof(fc.anything(), fc.array(fc.oneof(anyText(), fc.anything()))),
  );
  fc.assert(
    fc.property(claims, (stated) => {
      const person = read(stated);
      const texts = [
        person.name,
        person.email,
        ...(person.permissions ?? []).flatMap(({ moduleName, pageName }) => [moduleName, pageName]),
        ...(person.records ?? []).map(({ name }) => name),
      ].filter((one) => one !== null);
      for (const one of texts) {
        expect(one.length).toBeLessThanOrEqual(MAX_TEXT);
        expect(one.isWellFormed()).toBe(true);
        expect(one).not.toMatch(/\p{Cc}/u);
      }
      for (const { id } of person.records ?? []) expect(idSchema.safeParse(id).success).toBe(true);
      expect(person.ignored.every((line) => line.length < 120)).toBe(true);
    }),
  );
});

it('records of a token over the limit of 500 are ignored', () => {
  const records = Array.from({ length: 2000 }, (_, n) => `rec${String(n).padStart(15, '0')}`);
  expect(read({ vault_records: records }).records).toHaveLength(500);
});
