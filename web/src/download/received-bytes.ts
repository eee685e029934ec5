import { bodyChunks, bodyLength } from './body-chunks.ts';

/** Headers that ask for the rest of a file (RFC 9110, 13.1.5 and 14.2). */
export interface RestOf {
  range: string;
  ifRange: string;
}

/** The bytes of a file that have arrived, in one reply or in several. */
export class ReceivedBytes {
  #parts: BlobPart[] = [];
  #bytes = 0;
  #etag: string | null = null;
  #type = '';

  /** their number */
  get bytes(): number {
    return this.#bytes;
  }

  /** What to ask for; null for the complete file. */
  get rest(): RestOf | null {
    if (this.#bytes === 0 || this.#etag === null) return null;
    return { range: `bytes=${this.#bytes}-`, ifRange: this.#etag };
  }

  /**
   * Adds the bytes of a reply. A reply with the complete file replaces what has arrived: the file has changed.
   * @param onProgress called with the number of bytes, and the size of the file if it is known
   * @throws TypeError when the connection is lost; the bytes until then are kept
   */
  async add(
    response: Response,
    onProgress: (doneBytes: number, totalBytes: number | null) => void,
  ): Promise<void> {
    if (response.status !== 206) this.#clear();
    this.#etag = response.headers.get('etag');
    this.#type = response.headers.get('content-type') ?? '';
    const length = bodyLength(response);
    const totalBytes = length === null ? null : this.#bytes + length;
    onProgress(this.#bytes, totalBytes);
    for await (const chunk of bodyChunks(response)) {
      this.#parts.push(chunk);
      this.#bytes += chunk.byteLength;
      onProgress(this.#bytes, totalBytes);
    }
    if (totalBytes !== null && this.#bytes < totalBytes) throw new TypeError('The connection ended early.');
  }

  toBlob(): Blob {
    return new Blob(this.#parts, { type: this.#type });
  }

  #clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
