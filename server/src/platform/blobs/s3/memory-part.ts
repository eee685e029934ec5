import { freeBytes } from '../../memory/index.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { BytesToSend, CollectedPart } from './collected-part.ts';

/** A part that is collected in memory. */
export class MemoryPart implements CollectedPart {
  sizeBytes = 0;
  readonly #memory: ByteBudget;
  readonly #takenBytes: number;
  readonly #ownsPieces: boolean;
  #pieces: Uint8Array[] = [];

  /** @param takenBytes what was taken of the memory for this part */
  constructor(memory: ByteBudget, takenBytes: number, { ownsPieces }: { ownsPieces: boolean }) {
    this.#memory = memory;
    this.#takenBytes = takenBytes;
    this.#ownsPieces = ownsPieces;
  }

  async append(pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.sizeBytes += piece.length;
    }
  }

  /** Bytes that are sent beside the next part use further memory, only when no other write needs it. */
  async take({ isLast }: { isLast: boolean }): Promise<BytesToSend> {
    const bytes = Buffer.concat(this.#pieces, this.sizeBytes);
    if (this.#ownsPieces) this.#pieces.forEach(freeBytes);
    this.#pieces = [];
    this.sizeBytes = 0;
    const isBeside = !isLast && this.#memory.tryTake(bytes.length);
    return { bytes, isBeside, release: () => isBeside && this.#memory.give(bytes.length) };
  }

  async end(): Promise<void> {
    this.#pieces = [];
    this.#memory.give(this.#takenBytes);
  }
}
