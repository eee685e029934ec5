/** The encodings that are recognised. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The byte order marks of Unicode. */
const MARKS: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * Decodes a text of unknown encoding. The byte order mark decides, if there is one; it is removed from the text.
 * Without a mark, valid UTF-8 is decoded as UTF-8, and everything else as windows-1252, in which every byte is valid.
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
