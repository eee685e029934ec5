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
