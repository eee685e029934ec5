import { type ActivityFilter, contract } from '@vault/contract';
import { signIn } from '../../server/src/testing/client.ts';

/** Filters of the activity for the entries of `fillAudit`: some match all, some few, some none. */
const FILTERS: readonly (readonly [name: string, filter: Partial<ActivityFilter>])[] = [
  ['all', {}],
  ['a record', { record: 'rec000000000000007' }],
  ['a record with few', { record: 'rec000000000001999' }],
  ['a person', { person: 'usr000000000000007' }],
  ['a file', { object: 'fil000000000000077' }],
  ['a link', { link: 'lnk000000000000005' }],
  ['an action', { action: 'file.preview' }],
  ['a kind', { kind: 'file' }],
  ['a kind without entries', { kind: 'link' }],
  ['an outcome without entries', { outcome: 'failed' }],
  ['a day', { from: '2020-01-03T00:00:00.000Z', to: '2020-01-04T00:00:00.000Z' }],
  ['a text', { search: 'Report 7777' }],
  ['a text without entries', { search: 'no such text' }],
  ['a record and a text without entries', { record: 'rec000000000000007', search: 'no such text' }],
  ['a person and a record', { person: 'usr000000000000007', record: 'rec000000000000007' }],
];

const REQUESTS = 20;

/**
 * AUDIT-05: requests pages of 50 entries (C115): the newest ones, and those behind an entry in the middle of the audit.
 * @param middle the place of that entry
 * @returns the milliseconds of each request by filter
 */
export async function pageTimes(origin: string, middle: string): Promise<[name: string, ms: number[]][]> {
  const auditor = await signIn(origin, 'auditor');
  const times: [string, number[]][] = [];
  for (const [name, filter] of FILTERS) {
    for (const after of [undefined, middle]) {
      const query = { ...filter, size: 50, ...(after !== undefined && { after }) };
      const ms: number[] = [];
      for (let n = 0; n < REQUESTS; n += 1) {
        const startedAt = performance.now();
        await auditor.data(contract.activity.list, { query });
        ms.push(performance.now() - startedAt);
      }
      times.push([`${name}${after === undefined ? '' : ', from the middle'}`, ms]);
    }
  }
  return times;
}
