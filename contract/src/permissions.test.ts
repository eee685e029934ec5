import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abilitiesOf, type Abilities, hasPermission, mayCall, type Permission } from './permissions.ts';

const NOTHING: Abilities = {
  read: false,
  create: false,
  edit: false,
  download: false,
  share: false,
  noExp: false,
  admin: false,
  audit: false,
};

const entry = (pageName: string, flags: Partial<Permission> = {}): Permission => ({
  moduleName: 'Document_Vault',
  pageName,
  readable: false,
  creatable: false,
  editable: false,
  ...flags,
});

describe('DATA-25 abilities depend only on the entries of Document_Vault', () => {
  it.each([
    ['PERM-03 read', entry('File_and_Folder', { readable: true }), 'read'],
    ['PERM-04 create', entry('File_and_Folder', { creatable: true }), 'create'],
    ['PERM-05 edit', entry('File_and_Folder', { editable: true }), 'edit'],
    ['PERM-06 download', entry('Download_File_and_Folder', { readable: true }), 'download'],
    ['PERM-07 share', entry('Share_File_and_Folder', { readable: true }), 'share'],
    ['PERM-08 no expiration', entry('Not_Expiration_File_and_Folder', { readable: true }), 'noExp'],
    ['AUDIT-05 audit', entry('Audit_Log', { readable: true }), 'audit'],
  ] as const)('%s is granted by its entry, and no other ability', (_, permission, ability) => {
    expect(abilitiesOf([permission])).toEqual({ ...NOTHING, [ability]: true });
  });

  it('DESK-01 AUDIT-05 administrators have audit, and nothing else', () => {
    const permissions = [entry('Administration', { readable: true })];
    expect(abilitiesOf(permissions)).toEqual({ ...NOTHING, admin: true, audit: true });
  });

  it('a call needs its ability, and read unless it belongs to the administration', () => {
    const all = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, true])) as unknown as Abilities;
    for (const ability of Object.keys(NOTHING) as (keyof Abilities)[]) {
      expect(mayCall(all, ability)).toBe(true);
      expect(mayCall({ ...all, [ability]: false }, ability)).toBe(false);
      const withoutRead = mayCall({ ...all, read: false }, ability);
      expect([ability, withoutRead]).toEqual([ability, ability === 'admin' || ability === 'audit']);
    }
  });

  it.each([
    ['PERM-09 no entries', []],
    [
      'entries of another module',
      [{ ...entry('File_and_Folder', { readable: true }), moduleName: 'Invoices' }],
    ],
    [
      'T-43 creatable and editable of the download page',
      [entry('Download_File_and_Folder', { creatable: true, editable: true })],
    ],
    ['T-43 a page that does not exist', [entry('Sharable', { readable: true })]],
    ['a page name in other case', [entry('file_and_folder', { readable: true })]],
  ] as const)('%s grant no ability', (_, permissions) => {
    expect(abilitiesOf(permissions)).toEqual(NOTHING);
  });

  it('the flags of several entries for one page are combined', () => {
    const permissions = [
      entry('File_and_Folder', { readable: true }),
      entry('File_and_Folder', { editable: true }),
    ];
    expect(abilitiesOf(permissions)).toEqual({ ...NOTHING, read: true, edit: true });
  });

  it('more entries never remove an ability', () => {
    const page = fc.constantFrom(
      'File_and_Folder',
      'Download_File_and_Folder',
      'Share_File_and_Folder',
      'Other',
    );
    const permission = fc.record({
      moduleName: fc.constantFrom('Document_Vault', 'Invoices'),
      pageName: page,
      readable: fc.boolean(),
      creatable: fc.boolean(),
      editable: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(permission), fc.array(permission), (few, more) => {
        const before = abilitiesOf(few);
        const after = abilitiesOf([...few, ...more]);
        for (const ability of Object.keys(before) as (keyof Abilities)[]) {
          expect(after[ability] || !before[ability]).toBe(true);
        }
      }),
    );
  });
});

describe('hasPermission', () => {
  it('PERM-11 an entry of this module and page with this flag is required', () => {
    const gate = { module: 'Document_Vault', page: 'File_and_Folder', flag: 'creatable' } as const;
    expect(hasPermission([entry('File_and_Folder', { creatable: true })], gate)).toBe(true);
    expect(hasPermission([], gate)).toBe(false);
    expect(hasPermission([entry('File_and_Folder', { readable: true, editable: true })], gate)).toBe(false);
    expect(hasPermission([entry('Share_File_and_Folder', { creatable: true })], gate)).toBe(false);
    const foreign = { ...entry('File_and_Folder', { creatable: true }), moduleName: 'Invoices' };
    expect(hasPermission([foreign], gate)).toBe(false);
  });

  it('PERM-12 the flag is readable by default', () => {
    const permissions = [entry('File_and_Folder', { editable: true })];
    const at = { module: 'Document_Vault', page: 'File_and_Folder' };
    expect(hasPermission(permissions, at)).toBe(false);
    expect(hasPermission(permissions, { ...at, flag: 'editable' })).toBe(true);
  });
});
