import { abilitiesOf } from '@vault/contract';
import { describe, expect, it } from 'vitest';
import { demoAccounts, DEMO_RECORDS } from './accounts.ts';

const { records, users } = demoAccounts();
const rightsOf = (name: string) => {
  const user = users.find((candidate) => candidate.name === name);
  if (!user) throw new Error(`No demo user ${name}`);
  return abilitiesOf(user.permissions);
};
const EVERYTHING = Object.fromEntries(Object.keys(abilitiesOf([])).map((ability) => [ability, true]));
const NOTHING = abilitiesOf([]);

describe('The demo accounts', () => {
  it.each([
    ['Ada Byron', EVERYTHING],
    ['Ben Carter', { ...EVERYTHING, noExp: false, admin: false, audit: false }],
    ['Chloe Diaz', { ...NOTHING, read: true, download: true }],
    ['Dan Evans', { ...NOTHING, read: true, create: true }],
    ['Eve Foster', NOTHING],
  ])('PERM-02 the demo account %s has the permissions that the sign-in page describes', (name, rights) => {
    expect(rightsOf(name)).toEqual(rights);
  });

  it('D-05 demo accounts have ids of 18 characters that begin with their kind', () => {
    for (const { sfid } of users) expect(sfid).toMatch(/^usr[0-9A-Za-z]{15}$/);
    for (const { sfid } of records) expect(sfid).toMatch(/^rec[0-9A-Za-z]{15}$/);
    expect(new Set([...users, ...records].map(({ sfid }) => sfid)).size).toBe(8);
  });

  it('demo accounts name only existing records, and Ada can open all three', () => {
    const known = records.map(({ sfid }) => sfid);
    for (const user of users) expect(known).toEqual(expect.arrayContaining(user.records));
    expect(users[0]?.records).toEqual(Object.values(DEMO_RECORDS).map(({ sfid }) => sfid));
  });

  it('every e-mail address of the demo accounts is in a domain that is reserved for tests', () => {
    for (const { email } of users) expect(email).toMatch(/^[a-z]+@example\.test$/);
  });
});
