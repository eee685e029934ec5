import { contract } from '@vault/contract';
import { createRequest } from './create-request.ts';

const { activity } = contract;

export const activityRequests = [
  createRequest(activity.list, 'nothing', () => ({})),
  createRequest(activity.choices, 'nothing', () => ({})),
  createRequest(activity.exportAddress, 'nothing', () => ({})),
  createRequest(activity.proofAddress, 'nothing', () => ({})),
  createRequest(activity.accessRecords, 'nothing', ({ file }) => ({
    query: { type: 'Download' as const, relationId: file },
  })),
];
