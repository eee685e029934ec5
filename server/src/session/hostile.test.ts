import { contract, type Endpoint } from '@vault/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const CALLS: readonly Endpoint[] = [
  contract.session.signIn,
  contract.session.me,
  contract.session.records,
  contract.session.methods,
  contract.session.changePassword,
  contract.session.continueOfficeWindows,
  contract.tree.folders,
  contract.files.list,
  contract.files.settings,
  contract.organise.createFolder,
  contract.organise.moveToTrash,
];

describe('any request: the server never answers 5xx', () => {
  it.each(CALLS)('$name', async (endpoint) => {
    const valid = {
      recordId: RECORDS.acme,
      linkId: RECORDS.acme,
      email: 'ada@example.test',
      password: 'x',
      // Always a wrong password, because a correct one would end the other sessions.
      currentPassword: 'x',
      newPassword: 'long enough to be one',
      formerToken: 'unknown',
      filters: { name: 'fileSystem', key: 'fileSearch' },
      name: 'New Folder',
      sfids: ['filUnknown00000001'],
      paths: ['none'],
    };
    // password hashing is slow by design
    const isSlow = endpoint === contract.session.signIn || endpoint === contract.session.changePassword;
    const runs = isSlow ? 40 : 150;
    await mustWithstand(await vault.as('everything'), endpoint, { valid, runs });
  });
});
