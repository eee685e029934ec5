import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STORAGE_LIMITS, storageCall } from '../file-call.ts';
import { diskSpace, FreeSpace, FreeSpaceLow, NO_CLAIM, type SpaceClaim } from '../free-space.ts';
import { BudgetBySize } from './budget-by-size.ts';
import { ByteBudget } from './byte-budget.ts';
import type { NewWrite } from './collected-part.ts';
import { DiskPart } from './disk-part.ts';

const SPACE_MAX_AGE_MS = 2_000;

export interface DiskPartsOptions {
  /** is created when it does not exist */
  folder: string;
  /** the space of all parts together */
  diskBytes: number;
  /** the memory of all parts while they are sent */
  memoryBytes: number;
}

/** The parts of writes that found no memory, in files of one folder. */
export class DiskParts {
  readonly #folder: string;
  readonly #disk: BudgetBySize;
  readonly #sending: ByteBudget;
  readonly #free: FreeSpace;

  constructor({ folder, diskBytes, memoryBytes }: DiskPartsOptions) {
    this.#folder = folder;
    this.#disk = new BudgetBySize(diskBytes);
    this.#sending = new ByteBudget(memoryBytes);
    this.#free = new FreeSpace(() => diskSpace(folder), SPACE_MAX_AGE_MS);
  }

  /** @returns null when there is no space on the disk @throws StorageFailed, StorageFull */
  async tryBegin(write: NewWrite): Promise<DiskPart | null> {
    const { expectedBytes, bytes, ownsPieces = false } = write;
    const disk = this.#disk.for(expectedBytes);
    if (!disk.tryTake(bytes)) return null;
    let claim = NO_CLAIM;
    const onEnd = () => {
      claim.end();
      disk.give(bytes);
    };
    try {
      claim = await this.#claim(write);
      return await DiskPart.open(join(this.#folder, randomUUID()), {
        sending: this.#sending,
        ownsPieces,
        onEnd,
      });
    } catch (error) {
      onEnd();
      if (error instanceof FreeSpaceLow) return null;
      throw error;
    }
  }

  /** @throws FreeSpaceLow, StorageFailed */
  async #claim({ bytes, leaveFree }: NewWrite): Promise<SpaceClaim> {
    const claiming = mkdir(this.#folder, { recursive: true, mode: 0o700 }).then(() =>
      leaveFree === undefined ? NO_CLAIM : this.#free.claim(bytes, leaveFree),
    );
    return storageCall(claiming, STORAGE_LIMITS.callMs, { operation: 'make folder', pathKind: 'folder' });
  }
}
