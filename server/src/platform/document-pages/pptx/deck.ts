import { posix } from 'node:path';
import { parseXml, type XmlNode } from '../../xml/index.ts';
import { DocumentError } from '../errors.ts';
import { imageUri } from '../image.ts';
import { unpackParts } from '../package.ts';

export interface Relation {
  part: string;
  /** the last segment of its type: `slide`, `image`, `slideLayout` … */
  type: string;
}

/** A part and its relations to other parts. */
export interface Part {
  name: string;
  root: XmlNode;
  relations: ReadonlyMap<string, Relation>;
}

/** The images of a page must stay below the page's size limit. */
const MAX_IMAGE_CHARACTERS = 32 * 1024 * 1024;

/** The parts of a presentation. A part or image that several slides use is read once. */
export class Deck {
  readonly #parts: ReadonlyMap<string, Buffer>;
  readonly #read = new Map<string, Part | null>();
  readonly #images = new Map<string, { className: string; uri: string } | null>();
  #imageCharacters = 0;

  private constructor(parts: ReadonlyMap<string, Buffer>) {
    this.#parts = parts;
  }

  /** @throws DocumentError */
  static async open(bytes: Uint8Array): Promise<Deck> {
    return new Deck(await unpackParts(bytes));
  }

  /** The main part. @throws DocumentError when the ZIP is not a presentation */
  main(): Part {
    const main = this.related({ name: '', root: EMPTY, relations: this.#relationsOf('') }, 'officeDocument');
    if (main?.root.localName !== 'presentation') throw new DocumentError('it is not a presentation');
    return main;
  }

  /** A part by its name; null when it is absent. @throws XmlError when it is damaged */
  part(name: string): Part | null {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const bytes = this.#parts.get(name.toLowerCase());
    const root = bytes === undefined ? null : parseXml(decode(bytes)).firstElementChild;
    const part = root === null ? null : { name, root, relations: this.#relationsOf(name) };
    this.#read.set(name, part);
    return part;
  }

  /** The first related part of a type; null when there is none. */
  related({ relations }: Part, type: string): Part | null {
    for (const relation of relations.values()) if (relation.type === type) return this.part(relation.part);
    return null;
  }

  /** The CSS class with the image as its background; null when browsers cannot draw the image. */
  imageClass({ relations }: Part, id: string | null): string | null {
    const name = id === null ? undefined : relations.get(id)?.part.toLowerCase();
    if (name === undefined) return null;
    const known = this.#images.get(name);
    if (known !== undefined) return known?.className ?? null;
    const bytes = this.#parts.get(name);
    const uri = bytes === undefined ? null : imageUri(bytes);
    this.#imageCharacters += uri?.length ?? 0;
    const isShown = uri !== null && this.#imageCharacters <= MAX_IMAGE_CHARACTERS;
    const image = isShown ? { className: `image-${this.#images.size}`, uri } : null;
    this.#images.set(name, image);
    return image?.className ?? null;
  }

  /** CSS with every used image. */
  imageStyle(): string {
    return [...this.#images.values()]
      .map((image) => (image === null ? '' : `.${image.className}{background-image:url(${image.uri})}`))
      .join('\n');
  }

  #relationsOf(name: string): ReadonlyMap<string, Relation> {
    const { dir, base } = posix.parse(name);
    const bytes = this.#parts.get(posix.join(dir, '_rels', `${base}.rels`).toLowerCase());
    const relations = new Map<string, Relation>();
    if (bytes === undefined) return relations;
    for (const node of parseXml(decode(bytes)).firstElementChild?.children('Relationship') ?? []) {
      if (node.attribute('TargetMode') === 'External') continue;
      const target = node.attribute('Target') ?? '';
      const part = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
      relations.set(node.attribute('Id') ?? '', {
        part,
        type: (node.attribute('Type') ?? '').replace(/^.*\//, ''),
      });
    }
    return relations;
  }
}

const EMPTY = parseXml('<empty/>');

/** XML is UTF-8, or UTF-16 with a byte order mark (XML 1.0, 4.3.3). */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
