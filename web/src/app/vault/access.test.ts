import { VAULT_MODULE, VaultPage, type SessionState } from '@vault/contract';
import { expect, test } from 'vitest';
import { vaultAccessOf, withPermissions } from './access.ts';

const OWN = { sfid: 'usrAda000000000001', name: 'Ada Byron' };
const ACME = { sfid: 'recAcme00000000001', name: 'Acme Ltd' };
const reader: SessionState = {
  permissions: [
    {
      moduleName: VAULT_MODULE,
      pageName: VaultPage.filesAndFolders,
      readable: true,
      creatable: false,
      editable: false,
    },
  ],
  userInfo: { profile: { ...OWN, email: 'ada@example.test' } },
};
const known = { session: reader, record: OWN, failed: false };

test('SHELL-08 T-78 until permissions and record are known only a loader is shown', () => {
  expect(vaultAccessOf({ ...known, session: undefined }).state).toBe('loading');
  expect(vaultAccessOf({ ...known, record: undefined }).state).toBe('loading');
});

test('SHELL-09 PERM-09 PERM-11 without read permission the no-access page is shown', () => {
  const withoutRights = { ...reader, permissions: [] };
  expect(vaultAccessOf({ ...known, session: withoutRights })).toEqual({
    state: 'noAccess',
    ownRecordId: null,
  });
});

test('PERM-22 a record without access shows the no-access page with a link to the own record', () => {
  expect(vaultAccessOf({ ...known, record: null })).toEqual({
    state: 'noAccess',
    ownRecordId: OWN.sfid,
  });
});

test('an unreachable server gives the state failed, not the no-access page', () => {
  expect(vaultAccessOf({ ...known, session: undefined, failed: true })).toEqual({ state: 'failed' });
});

test('PERM-18 in a portal the screens use its permission entries', () => {
  const [entry] = reader.permissions;
  const given = reader.permissions.map((one) => ({ ...one, creatable: true }));
  const session = withPermissions(reader, given);
  expect(vaultAccessOf({ ...known, session, record: ACME })).toMatchObject({
    state: 'open',
    record: ACME,
    abilities: { read: true, create: true, edit: false },
  });
  expect(vaultAccessOf({ ...known, session: withPermissions(reader, []) })).toMatchObject({
    state: 'noAccess',
  });
  expect(withPermissions(reader, undefined)?.permissions).toEqual([entry]);
  // The person is not known yet.
  expect(withPermissions(undefined, given)).toBeUndefined();
});
