import type { NameKind } from '@vault/contract';

/** A name that is wanted in a folder. */
export interface NameClaim {
  parentId: string;
  kind: NameKind;
  name: string;
}
