/** How the bytes of a text are read. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What bytes at the beginning say (the byte order marks of Unicode). */
const MARKS: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * Reads a text whose encoding nobody tells: by its byte order mark, else as UTF-8 when it is just that, else as
 * windows-1252, in which every byte means something. The mark is no part of the text.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
