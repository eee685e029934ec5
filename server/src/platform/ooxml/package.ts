import { posix } from 'node:path';
import { bufferSource, openZip, type ZipArchive, type ZipEntry, ZipError } from '../zip/index.ts';
import { OoxmlError } from './errors.ts';
import { attributesOf, XmlError, type XmlToken, xmlText, xmlTokens } from '../xml/index.ts';

const LIMITS = { maxEntries: 5000, maxNameBytes: 1024, maxDirectoryBytes: 1024 * 1024 };
/** Maximum XML that is read of one document; the rest is ignored. */
const MAX_XML_BYTES = 64 * 1024 * 1024;
const MAX_RELATIONS = 10_000;

export type OoxmlKind = 'word' | 'sheet' | 'slides';

/** How content types of main parts start (ECMA-376 part 1, 11.3.10, 12.3.23, 13.3.6; macros and templates too). */
const MAIN_TYPES: [pattern: RegExp, kind: OoxmlKind][] = [
  [/wordprocessingml\.(document|template)\.main|ms-word\.(document|template)\.macro/i, 'word'],
  [/spreadsheetml\.(sheet|template)\.main|ms-excel\.(sheet|template)\.macro/i, 'sheet'],
  [/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macro/i, 'slides'],
];

interface Relation {
  part: string;
  type: string;
}

/**
 * A document of Word, Excel or PowerPoint in an XML format, which is a ZIP. Each part is read once (GUARD-26): a
 * hostile workbook of 1 KB names one sheet 2,000 times.
 */
export class OoxmlPackage {
  readonly #archive: ZipArchive;
  readonly #parts: ReadonlyMap<string, ZipEntry>;
  readonly #read = new Set<ZipEntry>();
  readonly #relations = new Map<string, Promise<ReadonlyMap<string, Relation>>>();
  #xmlBytes = 0;

  private constructor(archive: ZipArchive) {
    this.#archive = archive;
    // Names of parts are compared without case (ECMA-376 part 2, 6.2.2.3); some writers use backslashes.
    this.#parts = new Map(
      archive.entries.map((entry) => [entry.name.replaceAll('\\', '/').toLowerCase(), entry]),
    );
  }

  /** @throws OoxmlError when the bytes are not a valid ZIP */
  static async open(bytes: Uint8Array): Promise<OoxmlPackage> {
    const archive = await openZip(bufferSource(bytes), LIMITS).catch((error: unknown) => {
      throw asOoxmlError(error);
    });
    return new OoxmlPackage(archive);
  }

  has(part: string): boolean {
    return this.#parts.has(part.toLowerCase());
  }

  /** The main part, from which all others are reached. @throws OoxmlError when there is none */
  async main(): Promise<{ kind: OoxmlKind; part: string }> {
    for await (const tokens of this.tokens('[Content_Types].xml')) {
      for (const token of tokens) {
        if (token.kind !== 'open' || (token.name !== 'Override' && token.name !== 'Default')) continue;
        const attributes = attributesOf(token.attributes);
        const type = attributes.get('ContentType') ?? '';
        const kind = MAIN_TYPES.find(([pattern]) => pattern.test(type))?.[1];
        if (kind === undefined) continue;
        // A default type of an extension does not identify the main part.
        const part = attributes.get('PartName') ?? (await this.#startPart());
        return { kind, part: part.replace(/^\//, '') };
      }
    }
    throw new OoxmlError('it is not a document of Word, Excel or PowerPoint');
  }

  /** The main part by the relations of the package. */
  async #startPart(): Promise<string> {
    const relations = [...(await this.relations('')).values()];
    return relations.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? '';
  }

  /** The relations of a part. @returns names of parts in the document, by the id of the relation */
  relations(part: string): Promise<ReadonlyMap<string, Relation>> {
    const known = this.#relations.get(part) ?? this.#readRelations(part);
    this.#relations.set(part, known);
    return known;
  }

  async #readRelations(part: string): Promise<ReadonlyMap<string, Relation>> {
    const { dir, base } = posix.parse(part);
    const relations = new Map<string, Relation>();
    for await (const tokens of this.tokens(posix.join(dir, '_rels', `${base}.rels`))) {
      for (const token of tokens) {
        if (token.kind !== 'open' || token.name !== 'Relationship' || relations.size >= MAX_RELATIONS)
          continue;
        const attributes = attributesOf(token.attributes);
        const target = attributes.get('Target') ?? '';
        if (attributes.get('TargetMode') === 'External') continue;
        const name = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
        relations.set(attributes.get('Id') ?? '', { part: name, type: attributes.get('Type') ?? '' });
      }
    }
    return relations;
  }

  /**
   * The tokens of a part, in pieces; none when it does not exist or was read before.
   * @throws OoxmlError when it is damaged
   */
  async *tokens(part: string): AsyncGenerator<XmlToken[]> {
    const entry = this.#firstRead(part);
    if (entry === null) return;
    try {
      yield* xmlTokens(this.#pieces(entry));
    } catch (error) {
      throw asOoxmlError(error);
    }
  }

  /** The characters of a part, for a reader with its own tokens; none as for `tokens`. @throws OoxmlError */
  async *text(part: string): AsyncGenerator<string> {
    const entry = this.#firstRead(part);
    if (entry !== null) yield* xmlText(this.#pieces(entry));
  }

  #firstRead(part: string): ZipEntry | null {
    const entry = this.#parts.get(part.toLowerCase());
    if (entry === undefined || this.#read.has(entry)) return null;
    this.#read.add(entry);
    return entry;
  }

  async *#pieces(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#archive.unpack(entry)) {
        this.#xmlBytes += piece.length;
        if (this.#xmlBytes > MAX_XML_BYTES) return;
        yield piece;
      }
    } catch (error) {
      throw asOoxmlError(error);
    }
  }
}

function asOoxmlError(error: unknown): unknown {
  const isUnreadable = error instanceof ZipError || error instanceof XmlError;
  return isUnreadable ? new OoxmlError(error.message, { cause: error }) : error;
}
