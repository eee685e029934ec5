const HEADER_AT = 64;
const OPTIONAL_BYTES = 224;
const SECTION_AT = 512;

/**
 * A Windows program (PE32) with one section of 512 bytes, which contains its first code.
 * @param isWritable whether that section can be overwritten
 * @param behind bytes behind the section
 */
export function rawProgram({
  isWritable = false,
  behind = Buffer.alloc(0),
}: { isWritable?: boolean; behind?: Buffer } = {}): Buffer {
  const head = Buffer.alloc(2 * SECTION_AT);
  head.write('MZ');
  head.writeUInt32LE(HEADER_AT, 60);
  head.write('PE\0\0', HEADER_AT);
  head.writeUInt16LE(1, HEADER_AT + 6);
  head.writeUInt16LE(OPTIONAL_BYTES, HEADER_AT + 20);
  const optionalAt = HEADER_AT + 24;
  head.writeUInt16LE(0x10b, optionalAt);
  head.writeUInt32LE(0x1000, optionalAt + 16);
  const sectionAt = optionalAt + OPTIONAL_BYTES;
  head.write('.text', sectionAt);
  for (const [index, value] of [SECTION_AT, 0x1000, SECTION_AT, SECTION_AT].entries())
    head.writeUInt32LE(value, sectionAt + 8 + 4 * index);
  head.writeUInt32LE(isWritable ? 0xe0000020 : 0x60000020, sectionAt + 36);
  return Buffer.concat([head, behind]);
}
