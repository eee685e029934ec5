import { contract } from '@vault/contract';
import { createRequest } from './create-request.ts';

const { holds } = contract;

// The right `audit` sets holds in all records, so that its requests contain nothing that is checked against one.
export const holdRequests = [
  createRequest(holds.list, 'nothing', () => ({ query: {} })),
  createRequest(holds.set, 'nothing', ({ recordId, target }) => ({
    body: { record: recordId, path: target, keepYears: 8, reason: 'Law' },
  })),
  createRequest(holds.lift, 'nothing', () => ({ params: { id: 'hldUnknown00000001' } }), { allowed: 404 }),
  createRequest(holds.ofItem, 'record', ({ recordId, file }) => ({ params: { recordId, itemId: file } }), {
    mixed: (own, foreign) => ({ params: { recordId: own.recordId, itemId: foreign.file } }),
    isBeside: true,
  }),
];
