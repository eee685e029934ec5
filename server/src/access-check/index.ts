export { AccessCheck, type VisitGate } from './access-check.ts';
export {
  type AccountHolder,
  fromSigned,
  type Holder,
  holderOf,
  idOf,
  signedHolderSchema,
  toSigned,
} from './holder.ts';
export type { SentContent, TransferAccess } from './transfer-access.ts';
