import { crc32 } from 'node:zlib';

/** Packed formats that nothing here can open, by their first bytes as hexadecimal digits. */
const SIGNATURES: readonly [name: string, at: number, bytes: Buffer][] = (
  [
    ['compiled help', 0, '4954534603000000'],
    ['SZDD', 0, '535a444488f02733'],
    // Symbian installation files; before version 9 by their third UID
    ['SIS', 0, '7a1a2010'],
    ['SIS', 4, '123a001019040010'],
    ['SIS', 4, '6d00001019040010'],
  ] as const
).map(([name, at, digits]) => [name, at, Buffer.from(digits, 'hex')]);

const BINHEX = /^\(This file must be converted with BinHex [^\r\n]*[\r\n]+:/m;
const TEXT_BYTES = 4096;

/** The name of a packed format that the scanner cannot open; null for any other bytes. */
export function unsupportedFormatOf(head: Buffer): string | null {
  const known = SIGNATURES.find(([, at, bytes]) => bytes.equals(head.subarray(at, at + bytes.length)));
  if (known !== undefined) return known[0];
  if (isArj(head)) return 'ARJ';
  return BINHEX.test(head.toString('latin1', 0, TEXT_BYTES)) ? 'BinHex' : null;
}

const ARJ = { id: 0xea60, maxHeaderBytes: 2600, typeAt: 10, mainHeader: 2 };

/** Two bytes are in many files by chance, so the checksum of the header is compared. */
function isArj(head: Buffer): boolean {
  if (head.length < 8 || head.readUInt16LE(0) !== ARJ.id) return false;
  const end = 4 + head.readUInt16LE(2);
  if (end > ARJ.maxHeaderBytes || end + 4 > head.length || head[ARJ.typeAt] !== ARJ.mainHeader) return false;
  return crc32(head.subarray(4, end)) === head.readUInt32LE(end);
}
