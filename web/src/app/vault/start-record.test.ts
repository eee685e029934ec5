import { expect, test } from 'vitest';
import { clientToOpen, namesNoPlace } from './start-record.ts';

const [OWN, ACME, BIRCH] = ['own', 'acme', 'birch'].map((sfid) => ({ sfid })) as [
  { sfid: string },
  { sfid: string },
  { sfid: string },
];

test.each([
  ['no record without clients', [OWN], null, null],
  ['the only client', [OWN, ACME], null, 'acme'],
  ['the only client, whatever was opened last', [OWN, ACME], BIRCH, 'acme'],
  ['of several the last one', [OWN, ACME, BIRCH], BIRCH, 'birch'],
  ['of several none when none is remembered', [OWN, ACME, BIRCH], null, null],
])('USE-48 when the own vault is empty, the vault opens %s', (_, records, last, opened) => {
  expect(clientToOpen(records, last)).toBe(opened);
});

test('USE-48 USE-40 a remembered page size does not count as a location in the address', () => {
  expect(namesNoPlace({})).toBe(true);
  expect(namesNoPlace({ size: 50 })).toBe(true);
  expect(namesNoPlace({ size: undefined, record: undefined })).toBe(true);
  expect(namesNoPlace({ record: 'own' })).toBe(false);
  expect(namesNoPlace({ tab: 3 })).toBe(false);
});
