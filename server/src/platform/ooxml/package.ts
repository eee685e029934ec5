import { posix } from 'node:path';
import { bufferSource, openZip, type ZipArchive, type ZipEntry, ZipError } from '../zip/index.ts';
import { OoxmlError } from './errors.ts';
import { attributesOf, XmlError, type XmlToken, xmlText, xmlTokens } from '../xml/index.ts';

const LIMITS = { maxEntries: 5000, maxNameBytes: 1024, maxDirectoryBytes: 1024 * 1024 };
/** XML that is read of one document at most; what comes behind is not seen. */
const MAX_XML_BYTES = 64 * 1024 * 1024;
const MAX_RELATIONS = 10_000;

export type OoxmlKind = 'word' | 'sheet' | 'slides';

/** How the content types of the main parts begin (ECMA-376 part 1, 11.3.10, 12.3.23, 13.3.6; macros and templates too). */
const MAIN_TYPES: [pattern: RegExp, kind: OoxmlKind][] = [
  [/wordprocessingml\.(document|template)\.main|ms-word\.(document|template)\.macro/i, 'word'],
  [/spreadsheetml\.(sheet|template)\.main|ms-excel\.(sheet|template)\.macro/i, 'sheet'],
  [/presentationml\.(presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macro/i, 'slides'],
];

/** A document of Word, Excel or PowerPoint in the XML formats, as the ZIP that it is. */
export class OoxmlPackage {
  readonly #archive: ZipArchive;
  readonly #parts: ReadonlyMap<string, ZipEntry>;
  #xmlBytes = 0;

  private constructor(archive: ZipArchive) {
    this.#archive = archive;
    // Names of parts are compared without regard to case (ECMA-376 part 2, 6.2.2.3); some writers have backslashes.
    this.#parts = new Map(
      archive.entries.map((entry) => [entry.name.replaceAll('\\', '/').toLowerCase(), entry]),
    );
  }

  /** @throws OoxmlError when the bytes are no ZIP that can be trusted */
  static async open(bytes: Uint8Array): Promise<OoxmlPackage> {
    const archive = await openZip(bufferSource(bytes), LIMITS).catch((error: unknown) => {
      throw asOoxmlError(error);
    });
    return new OoxmlPackage(archive);
  }

  has(part: string): boolean {
    return this.#parts.has(part.toLowerCase());
  }

  /** The part that everything begins with. @throws OoxmlError when it is no such document */
  async main(): Promise<{ kind: OoxmlKind; part: string }> {
    for await (const tokens of this.tokens('[Content_Types].xml')) {
      for (const token of tokens) {
        if (token.kind !== 'open' || (token.name !== 'Override' && token.name !== 'Default')) continue;
        const attributes = attributesOf(token.attributes);
        const type = attributes.get('ContentType') ?? '';
        const kind = MAIN_TYPES.find(([pattern]) => pattern.test(type))?.[1];
        if (kind === undefined) continue;
        // A type of all parts with an extension does not name the main one.
        const part = attributes.get('PartName') ?? (await this.#startPart());
        return { kind, part: part.replace(/^\//, '') };
      }
    }
    throw new OoxmlError('this is no document of Word, Excel or PowerPoint');
  }

  /** The part that the package itself leads to. */
  async #startPart(): Promise<string> {
    const relations = [...(await this.relations('')).values()];
    return relations.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? '';
  }

  /** The parts to which a part leads. @returns names of parts inside of the document, by the id of the relation */
  async relations(part: string): Promise<Map<string, { part: string; type: string }>> {
    const { dir, base } = posix.parse(part);
    const relations = new Map<string, { part: string; type: string }>();
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

  /** The tokens of a part, a piece at a time; none when there is no such part. @throws OoxmlError when it is damaged */
  async *tokens(part: string): AsyncGenerator<XmlToken[]> {
    const entry = this.#parts.get(part.toLowerCase());
    if (entry === undefined) return;
    try {
      yield* xmlTokens(this.#pieces(entry));
    } catch (error) {
      throw asOoxmlError(error);
    }
  }

  /** The characters of a part, for a reader that cuts them itself; none when there is no such part. @throws OoxmlError */
  async *text(part: string): AsyncGenerator<string> {
    const entry = this.#parts.get(part.toLowerCase());
    if (entry !== undefined) yield* xmlText(this.#pieces(entry));
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
