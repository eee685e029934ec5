/** An exported function of a WebAssembly file. */
export interface ExportedFunction {
  name: string;
  /** the instructions of its body: a part of the file */
  code: Uint8Array;
}

const HEADER_BYTES = 8;
const SECTION = { imports: 2, exports: 7, code: 10 };
/** the kinds of imports and exports */
const KIND = { function: 0, table: 1, memory: 2, global: 3 };

/** Reads the values of a WebAssembly file one after the other (WebAssembly Core Specification 2.0, chapter 5). */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    this.at += 1;
    return this.#bytes[this.at - 1] ?? 0;
  }

  /** A number in LEB128. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  name(): string {
    return new TextDecoder().decode(this.bytes(this.number()));
  }

  /** @returns what `read` returns for each element of a vector */
  vector<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read);
  }
}

/** @param file a valid WebAssembly file */
export function exportedFunctions(file: Uint8Array): ExportedFunction[] {
  const reader = new Reader(file, HEADER_BYTES);
  let imported = 0;
  let exported: { name: string; kind: number; index: number }[] = [];
  let bodies: Uint8Array[] = [];
  while (reader.at < file.length) {
    const section = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (section === SECTION.imports)
      imported = reader.vector(() => readImport(reader)).filter(isFunction).length;
    if (section === SECTION.exports) exported = reader.vector(() => readExport(reader));
    if (section === SECTION.code) bodies = reader.vector(() => reader.bytes(reader.number()));
    reader.at = end;
  }
  return exported
    .filter(({ kind }) => isFunction(kind))
    .flatMap(({ name, index }) => {
      const body = bodies[index - imported];
      return body === undefined ? [] : [{ name, code: codeOf(body) }];
    });
}

const isFunction = (kind: number) => kind === KIND.function;

const readExport = (reader: Reader) => ({ name: reader.name(), kind: reader.byte(), index: reader.number() });

/** @returns its kind */
function readImport(reader: Reader): number {
  reader.name();
  reader.name();
  const kind = reader.byte();
  if (kind === KIND.global) reader.bytes(2);
  else if (kind === KIND.function) reader.number();
  else {
    // A table has a type before its limits; a memory has limits only.
    if (kind === KIND.table) reader.byte();
    const hasMaximum = reader.byte() % 2 === 1;
    reader.number();
    if (hasMaximum) reader.number();
  }
  return kind;
}

/** A body begins with its local variables: a count and a type for each group of them. */
function codeOf(body: Uint8Array): Uint8Array {
  const reader = new Reader(body, 0);
  reader.vector(() => [reader.number(), reader.byte()]);
  return body.subarray(reader.at);
}
