/** Yields the bytes of a reply as they arrive. */
export async function* bodyChunks({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}

/** The length of the body of a reply in bytes; null when the reply does not say it. */
export function bodyLength({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/**
 * Reads a reply.
 * @param onProgress called with the received bytes, after each part
 */
export async function blobOf(response: Response, onProgress: (doneBytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let doneBytes = 0;
  for await (const chunk of bodyChunks(response)) {
    parts.push(chunk);
    doneBytes += chunk.byteLength;
    onProgress(doneBytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}
