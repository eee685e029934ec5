import { type ByteSource, readExactly } from '../../../zip/index.ts';
import { embeddedIn } from './formats.ts';

/** Fields of the header of a Windows program (PE format of Microsoft, sections 2 to 4). */
const HEADER_AT = 60;
const FIELD = { sections: 6, symbols: 12, optionalBytes: 20, optional: 24 };
const ENTRY_POINT_AT = 16;
/** In the optional header: the list of data directories, by its magic number. */
const DIRECTORIES_AT: Readonly<Record<number, number>> = { 0x10b: 96, 0x20b: 112 };
const CERTIFICATES = 4;
const DIRECTORY_BYTES = 8;
const SECTION_BYTES = 40;
const SECTION = { memoryBytes: 8, address: 12, fileBytes: 16, fileAt: 20, flags: 36 };
const WRITABLE = 0x80000000;
const SYMBOL_BYTES = 18;
/** Sections end at a multiple of this, so fewer bytes behind the last one are padding. */
const ALIGNMENT = 512;
/** Installers have their archive within these bytes behind the sections. */
const SAMPLE_BYTES = 4096;
const ZIP_MEMBER = Buffer.from('504b0304', 'hex');

interface Program {
  entryPoint: number;
  sections: Buffer[];
  /** position and number of bytes of the debug symbols, and of the signature; at 0 when there is none */
  symbols: { at: number; count: number };
  certificatesAt: number;
}

/**
 * Why the content of a Windows program cannot be looked through; null when it can, and for any other bytes. A program
 * whose first code can be overwritten unpacks itself. Bytes behind its sections are the content of an installer.
 */
export async function packedProgramReason(source: ByteSource, head: Buffer): Promise<string | null> {
  const program = programIn(head);
  if (program === null) return null;
  if (isSelfModifying(program)) return 'the program is packed';
  const start = await endOfSections(source, program);
  const end = program.certificatesAt >= start ? program.certificatesAt : source.sizeBytes;
  if (end - start < ALIGNMENT) return null;
  const sample = await readExactly(source, start, Math.min(SAMPLE_BYTES, end - start));
  const isArchive = sample.includes(ZIP_MEMBER) || embeddedIn(sample, { from: 0 }).next().done !== true;
  return isArchive ? null : 'the installer has content of an unknown format';
}

function programIn(head: Buffer): Program | null {
  if (head.length < HEADER_AT + 4 || head.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = head.readUInt32LE(HEADER_AT);
  if (at + FIELD.optional > head.length || head.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
  const optionalAt = at + FIELD.optional;
  const sectionsAt = optionalAt + head.readUInt16LE(at + FIELD.optionalBytes);
  const sectionsEnd = sectionsAt + head.readUInt16LE(at + FIELD.sections) * SECTION_BYTES;
  if (sectionsEnd > head.length || optionalAt + ENTRY_POINT_AT + 4 > head.length) return null;
  const directoriesAt = DIRECTORIES_AT[head.readUInt16LE(optionalAt)] ?? 0;
  const certificatesAt = optionalAt + directoriesAt + CERTIFICATES * DIRECTORY_BYTES;
  return {
    entryPoint: head.readUInt32LE(optionalAt + ENTRY_POINT_AT),
    sections: Array.from({ length: (sectionsEnd - sectionsAt) / SECTION_BYTES }, (_, n) =>
      head.subarray(sectionsAt + n * SECTION_BYTES, sectionsAt + (n + 1) * SECTION_BYTES),
    ),
    symbols: { at: head.readUInt32LE(at + FIELD.symbols), count: head.readUInt32LE(at + FIELD.symbols + 4) },
    certificatesAt: directoriesAt > 0 && certificatesAt < sectionsAt ? head.readUInt32LE(certificatesAt) : 0,
  };
}

function isSelfModifying({ entryPoint, sections }: Program): boolean {
  const entered = sections.find((section) => {
    const start = section.readUInt32LE(SECTION.address);
    const size = Math.max(section.readUInt32LE(SECTION.memoryBytes), section.readUInt32LE(SECTION.fileBytes));
    return entryPoint >= start && entryPoint < start + size;
  });
  return entered !== undefined && (entered.readUInt32LE(SECTION.flags) & WRITABLE) !== 0;
}

/** Where the sections end, and the debug symbols when they are directly behind them. */
async function endOfSections(source: ByteSource, { sections, symbols }: Program): Promise<number> {
  const ends = sections
    .filter((section) => section.readUInt32LE(SECTION.fileBytes) > 0)
    .map((section) => section.readUInt32LE(SECTION.fileAt) + section.readUInt32LE(SECTION.fileBytes));
  const end = Math.min(source.sizeBytes, Math.max(0, ...ends));
  const textsAt = symbols.at + symbols.count * SYMBOL_BYTES;
  if (symbols.at < end || symbols.at >= end + ALIGNMENT || textsAt + 4 > source.sizeBytes) return end;
  // The texts of the symbols begin with their number of bytes.
  const texts = await readExactly(source, textsAt, 4);
  return Math.min(source.sizeBytes, textsAt + texts.readUInt32LE(0));
}
