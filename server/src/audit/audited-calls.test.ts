import { AUDIT_ACTIONS, type AuditAction, contract, type Endpoint, requestOf } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { AUDITED_CALLS } from '../testing/audited-calls.ts';
import { createClient } from '../testing/client.ts';
import type { PermissionRequest } from '../testing/permission-requests/create-request.ts';
import { REQUESTS } from '../testing/permission-requests/every-call.ts';
import { createRecordFiller, type RecordFiller } from '../testing/record-items.ts';

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
const actionsOf = (name: string): readonly AuditAction[] => {
  const actions = (AUDITED_CALLS as Record<string, readonly AuditAction[] | string>)[name];
  return typeof actions === 'object' ? actions : [];
};

/** Calls whose requests of the permission table change nothing; a later call records what they prepare. */
const UNRECORDED = new Set(['upload.transfer', 'secondFactor.beginChange']);

/** Exceptions are calls that record only refusals. */
const recordsOnSuccess = (name: string): boolean =>
  !UNRECORDED.has(name) && actionsOf(name).some((action) => !action.endsWith('.refuse'));

let vault: TestApp;
let recordFiller: RecordFiller;

beforeAll(async () => {
  vault = await createTestApp();
  recordFiller = await createRecordFiller(vault);
});
afterAll(() => vault.close());

describe('AUDIT-01 the actions of the calls', () => {
  it('AUDIT-01 each call names its actions or why it records none', () => {
    expect(Object.keys(AUDITED_CALLS).toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted());
  });

  it('AUDIT-01 each action has one meaning and a name of two words', () => {
    const meanings = Object.values(AUDIT_ACTIONS);
    expect(new Set(meanings).size).toBe(meanings.length);
    expect(Object.keys(AUDIT_ACTIONS).filter((action) => !/^[a-z-]+\.[a-z-]+$/.test(action))).toEqual([]);
  });

  const nameOf = ({ endpoint, as }: PermissionRequest) => `${endpoint.name} ${as ?? endpoint.summary}`;
  const requests = REQUESTS.map((request) => [nameOf(request), request] as const);
  it.each(requests)(
    'AUDIT-01 %s records its actions and no others',
    async (_, { endpoint, ask, endsSession }) => {
      const items = await recordFiller.createItems(RECORDS.acme, { trashed: true, link: true });
      const client = endsSession === true ? createClient(vault.origin, null) : await vault.as('everything');
      const { method, path, body } = requestOf(endpoint, ask(items));
      const headers = body === null ? {} : { 'content-type': 'application/json' };
      let status = 0;
      const entries = await recordedBy(vault.database, async () => {
        const response = await client.fetch(path, { method, headers, body });
        status = response.status;
        await (endpoint.reply === 'events' ? response.body?.cancel() : response.arrayBuffer());
      });
      const others = entries
        .map(({ action }) => action)
        .filter((one) => !actionsOf(endpoint.name).includes(one));
      expect(others).toEqual([]);
      const callers = entries.map(({ personId, requestId }) => [personId, requestId === null]);
      expect(callers).toEqual(entries.map(() => [USERS.everything.sfid, false]));
      const mustRecord = status < 400 && recordsOnSuccess(endpoint.name);
      expect(entries.length > 0 || !mustRecord, `${status}`).toBe(true);
    },
  );
});
