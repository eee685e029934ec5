import { crc32 } from 'node:zlib';
import { bufferSource, type ByteSource } from '../zip/index.ts';
import { EICAR } from './eicar.ts';

/** clamd follows at most this many levels, for any MaxRecursion (its CLI_MAX_MAXREC). */
const LEVELS_BEYOND_CLAMD = 120;

/**
 * A small nested ZIP, deeper than clamd's limit. With AlertExceedsMax, clamd reports 'Heuristics.Limits.Exceeded';
 * without AlertExceedsMax, it reports the ZIP as clean, and also a file that is larger than its MaxFileSize or
 * MaxScanSize.
 */
export function beyondLimits(): ByteSource {
  let bytes: Buffer = Buffer.from('limit probe');
  for (let level = 0; level < LEVELS_BEYOND_CLAMD; level += 1) bytes = zipOf(bytes);
  return bufferSource(bytes);
}

/** `sizeBytes` zeros that end in EICAR: found only by a clamd that reads all of them. */
export function eicarAfter(sizeBytes: number): ByteSource {
  const start = sizeBytes - EICAR.length;
  return {
    sizeBytes,
    async readAt(target, position) {
      target.fill(0);
      const length = Math.min(target.length, sizeBytes - position);
      for (let i = Math.max(0, start - position); i < length; i += 1) {
        target[i] = EICAR[position + i - start] ?? 0;
      }
      return length;
    },
  };
}

/** A ZIP of one stored entry (PKWARE's APPNOTE, 4.3). */
function zipOf(bytes: Buffer): Buffer {
  const name = Buffer.from('a.zip');
  // version 2.0, no flags, stored, no time; then CRC-32, both sizes, the lengths of name and extra field
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, bytes]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
