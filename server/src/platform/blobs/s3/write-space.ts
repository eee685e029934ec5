import { BudgetBySize } from './budget-by-size.ts';
import type { CollectedPart, NewWrite } from './collected-part.ts';
import type { DiskParts } from './disk-parts.ts';
import { MemoryPart } from './memory-part.ts';

/**
 * The space of all writes to a store. A write takes the space for one part before its first byte and keeps it until its
 * end. So of many concurrent writes, those that have begun can always go on. When slow senders have all the memory,
 * further writes collect their parts on the disk.
 */
export class WriteSpace {
  readonly #memory: BudgetBySize;
  readonly #disk: DiskParts | null;

  /** @param disk null when writes that find no memory wait for it */
  constructor(memoryBytes: number, disk: DiskParts | null) {
    this.#memory = new BudgetBySize(memoryBytes);
    this.#disk = disk;
  }

  /** Waits when there is no space. @throws StorageFailed when there was none in time, StorageFull */
  async begin(write: NewWrite): Promise<CollectedPart> {
    const { expectedBytes, bytes, ownsPieces = false } = write;
    const memory = this.#memory.for(expectedBytes);
    if (!memory.tryTake(bytes)) {
      const part = await this.#disk?.tryBegin(write);
      if (part) return part;
      await memory.mustTake(bytes);
    }
    return new MemoryPart(memory, bytes, { ownsPieces });
  }
}
