import { contract } from '@vault/contract';
import type { RecordItems } from '../record-items.ts';
import { createRequest } from './create-request.ts';

const { exposure } = contract;
const ofFile = ({ file }: RecordItems) => ({ params: { id: file } });

// The right `audit` reads all records, so that these requests contain nothing that is checked against one.
export const exposureRequests = [
  createRequest(exposure.read, 'nothing', ofFile),
  createRequest(exposure.exportAddress, 'nothing', ofFile),
  createRequest(exposure.receivers, 'nothing', ofFile),
  // `share` and the record instead of `admin`: exposure/recall.test.ts
  createRequest(exposure.recall, 'nothing', ofFile, { also: ['admin'] }),
];
