import { contract, type Endpoint } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, type TestUser, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

type User = TestUser | 'nobody';
const EVERYBODY: readonly User[] = ['nobody', ...(Object.keys(USERS) as TestUser[])];
const READERS: readonly User[] = [
  'everything',
  'colleague',
  'reader',
  'creator',
  'editor',
  'downloader',
  'sharer',
  'outsider',
];
const SHARERS: readonly User[] = ['everything', 'colleague', 'sharer', 'outsider'];
const SIGNED_IN: readonly User[] = [...READERS, 'noVault'];

/** Every call of these areas, and who may make it (contract section 7). */
const TABLE: readonly (readonly [endpoint: Endpoint, may: readonly User[]])[] = [
  [contract.session.signIn, EVERYBODY],
  [contract.session.demoAccounts, EVERYBODY],
  [contract.session.me, SIGNED_IN],
  [contract.session.records, SIGNED_IN],
  [contract.tree.folders, READERS],
  [contract.files.list, READERS],
  [contract.files.settings, READERS],
  [contract.organise.createFolder, ['everything', 'colleague', 'creator', 'outsider']],
  [contract.organise.moveToTrash, ['everything', 'colleague', 'editor', 'outsider']],
  [contract.sharing.shareLink, SHARERS],
  [contract.sharing.shareByEmail, SHARERS],
  [contract.sharing.requestLink, SHARERS],
  [contract.sharing.requestByEmail, SHARERS],
  [contract.links.list, READERS],
  [contract.links.exportAddress, READERS],
  [contract.links.update, SHARERS],
  [contract.links.remove, SHARERS],
];

const CELLS = TABLE.flatMap(([endpoint, may]) =>
  EVERYBODY.map((user) => ({
    call: endpoint.id,
    area: endpoint.area,
    endpoint,
    user,
    may: may.includes(user),
  })),
);

async function callAs(user: User, endpoint: Endpoint, recordId: string) {
  const client = user === 'nobody' ? vault.nobody : await vault.as(user);
  const { method } = endpoint;
  const path = endpoint.path.replace(':recordId', recordId);
  const response = await client.fetch(path, { method });
  return { status: response.status, ...((await response.json()) as { code: number; errorMessage: string }) };
}

describe('PERM-20 every call checks its right on the server', () => {
  it.each(CELLS)('$call $area: $user, may it: $may', async ({ endpoint, user, may }) => {
    // In a record that is theirs, so that only the right decides; what they send is empty or wrong otherwise.
    const recordId = user === 'nobody' ? RECORDS.acme : USERS[user].sfid;
    const { code, status, errorMessage } = await callAs(user, endpoint, recordId);
    expect(status).toBe(code);
    if (may) expect([200, 400, 404]).toContain(code);
    else if (user === 'nobody') expect([code, errorMessage]).toEqual([401, 'Please sign in again.']);
    else expect([code, errorMessage]).toEqual([403, 'You do not have access to Document Vault']);
  });
});

describe('PERM-22 D-04 a record is open to its owner and its members', () => {
  const ofRecords = [
    contract.tree.folders,
    contract.files.list,
    contract.organise.createFolder,
  ] as readonly Endpoint[];
  const cells = ofRecords.flatMap((endpoint) => [
    { call: endpoint.id, endpoint, whose: 'their own', recordId: USERS.everything.sfid, open: true },
    {
      call: endpoint.id,
      endpoint,
      whose: 'a record they are a member of',
      recordId: RECORDS.acme,
      open: true,
    },
    { call: endpoint.id, endpoint, whose: 'a record of others', recordId: RECORDS.birch, open: false },
    { call: endpoint.id, endpoint, whose: "a colleague's own", recordId: USERS.colleague.sfid, open: false },
    { call: endpoint.id, endpoint, whose: 'an unknown one', recordId: 'recUnknown00000001', open: false },
  ]);
  it.each(cells)('$call of $whose: $open', async ({ endpoint, recordId, open }) => {
    const { code } = await callAs('everything', endpoint, recordId);
    if (open) expect([200, 400]).toContain(code);
    else expect(code).toBe(403);
  });
});
