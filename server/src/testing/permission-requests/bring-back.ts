import { contract } from '@vault/contract';
import { createRequest, inPath } from './create-request.ts';

const { bringBack } = contract;

// No moment is kept, because KEEP_DAYS is 0 in these tests: a caller with the right gets 400.
const wanted = { at: '2026-01-01T00:00:00.000Z', mode: 'beside' } as const;

export const bringBackRequests = [
  createRequest(bringBack.moments, 'record', (own) => ({ params: inPath(own) })),
  createRequest(bringBack.past, 'record', (own) => ({ params: inPath(own), query: { path: own.folder } })),
  createRequest(
    bringBack.plan,
    'record',
    (own) => ({ params: inPath(own), body: { ...wanted, path: own.folder } }),
    { allowed: 400 },
  ),
  createRequest(
    bringBack.carryOut,
    'record',
    (own) => ({ params: inPath(own), body: { ...wanted, path: own.folder, planId: 'any' } }),
    { allowed: 400 },
  ),
];
