import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { BROWSER_AGENT, createClient, signedIn } from '../testing/client.ts';

const { signIn, signOut, changePassword } = contract.session;
const ada = USERS.everything;
let vault: TestApp;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const client = { address: '127.0.0.1', agent: BROWSER_AGENT };
const asAda = { actorKind: 'person', personId: ada.sfid, objectKind: 'account', objectId: ada.sfid };

describe('AUDIT-01 sessions in the audit', () => {
  it('AUDIT-01 a sign-in is recorded with its person, address and program', async () => {
    const entries = await recordedBy(vault.database, () =>
      vault.anonymous.data(signIn, { body: { email: ada.email, password: PASSWORD } }),
    );
    const personal = { ...client, name: ada.name, email: ada.email };
    expect(entries).toMatchObject([
      { ...asAda, action: 'session.sign-in', outcome: 'success', details: {}, personal },
    ]);
    expect(entries[0]?.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    ['a wrong password', ada.email, { email: ada.email }, ada.sfid],
    ['an unknown person', 'unknown@example.test', { email: 'unknown@example.test' }, null],
    ['a password in the field of the address', 'my secret', {}, null],
  ])('AUDIT-01 a refused sign-in is recorded for %s', async (_, email, personal, objectId) => {
    const entries = await recordedBy(vault.database, () =>
      vault.anonymous.call(signIn, { body: { email, password: 'wrong' } }),
    );
    expect(entries).toMatchObject([
      {
        action: 'session.sign-in',
        outcome: 'refused',
        actorKind: 'anonymous',
        personId: null,
        objectId,
        details: { errorCode: 'WRONG_CREDENTIALS' },
      },
    ]);
    expect(entries[0]?.personal).toEqual({ ...client, ...personal });
    expect(JSON.stringify(entries)).not.toMatch(/wrong"|my secret/);
  });

  it('AUDIT-01 a change of the password and its refusal are recorded', async () => {
    const reader = await vault.as('reader');
    const change = (currentPassword: string) =>
      reader.call(changePassword, { body: { currentPassword, newPassword: 'a long new password of 2026' } });
    const entries = await recordedBy(vault.database, async () => {
      await change('wrong');
      await change(PASSWORD);
    });
    const action = 'session.password-change';
    const byReader = { action, actorKind: 'person', personId: USERS.reader.sfid };
    expect(entries).toMatchObject([
      { ...byReader, outcome: 'refused', details: { errorCode: 'CURRENT_PASSWORD_WRONG' } },
      { ...byReader, outcome: 'success' },
    ]);
  });

  it('AUDIT-01 a sign-out is recorded', async () => {
    const body = { email: ada.email, password: PASSWORD };
    const { accessToken } = signedIn(await vault.anonymous.data(signIn, { body }));
    const entries = await recordedBy(vault.database, () =>
      createClient(vault.origin, accessToken).data(signOut),
    );
    expect(entries).toMatchObject([{ ...asAda, action: 'session.sign-out', outcome: 'success' }]);
  });
});
