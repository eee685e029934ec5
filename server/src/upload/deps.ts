import type { NameCharacters } from '@vault/contract';
import type { Blobs, MinimumFree } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import type { Scanner } from '../platform/scanner/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import type { WaitingLimits } from './quota.ts';

/** Dependencies of the upload area. */
export interface UploadDeps {
  database: Database;
  blobs: Blobs;
  scanner: Scanner;
  signer: Signer;
  clock: Clock;
  log: Log;
  settings: {
    maxUploadBytes: number;
    nameCharacters: NameCharacters;
    minimumFree: MinimumFree;
    waitingLimits: WaitingLimits;
    recordMaxBytes: number;
  };
}

/** An upload of one owner. Keys are chosen by browsers, so two owners can use the same key (D-21). */
export interface UploadKey {
  ownerId: string;
  key: string;
}

/** True for the id of a visit: uploads behind a link belong to the visit, all others to an account. */
export const isVisit = (ownerId: string): boolean => ownerId.startsWith('vis');
