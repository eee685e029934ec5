import { safeCss } from './css.ts';
import { text } from './page.ts';

/** The elements that a page may contain. Any other element is replaced by its children. */
const TAGS = new Set(
  (
    'a article aside b blockquote br caption code col colgroup dd del div dl dt em figcaption figure footer h1 h2 h3 ' +
    'h4 h5 h6 header hr i img ins li mark ol p pre s section small span strong sub sup table tbody td tfoot th thead ' +
    'tr u ul wbr ' +
    'svg g rect ellipse line image foreignObject path ' +
    'math mrow mfrac mi mn mo ms mtext msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd'
  ).split(' '),
);
const VOID_TAGS = new Set(['br', 'col', 'hr', 'img', 'wbr']);

/** Attributes whose values need no check except escaping. */
const ATTRIBUTES = new Set(
  (
    'id class lang dir title alt colspan rowspan width height start value span ' +
    'x y x1 y1 x2 y2 cx cy rx ry fill stroke stroke-width viewBox preserveAspectRatio d'
  ).split(' '),
);
/** An image that is embedded in the page. SVG is excluded: it can contain references. */
const OWN_IMAGE = /^data:image\/(?:png|jpeg|gif|bmp|webp);base64,[A-Za-z\d+/=]*$/;
const PAINT = /^(?:#[\da-f]{3,8}|[a-z]{1,30}|rgba?\([\d., %]{1,40}\))$/i;
const MAX_DEPTH = 400;
const MARKUP_CHARACTERS = 10;

type Child = Element | string;

/**
 * An element of a page that is being built, with the part of the DOM's interface that docx-preview uses. `toHtml` is
 * the only output; it has lists of allowed elements and attributes.
 */
export class Element {
  readonly tagName: string;
  readonly children: Child[] = [];
  readonly style: Record<string, string | undefined> = {};
  readonly #attributes = new Map<string, string>();
  #classes: string[] = [];
  #styleText = '';
  colSpan = 1;
  rowSpan = 1;

  constructor(tagName: string) {
    this.tagName = tagName;
  }

  get className(): string {
    return this.#classes.join(' ');
  }

  set className(value: string) {
    this.#classes = value.split(/\s+/).filter(Boolean);
  }

  readonly classList = { add: (name: string) => void this.#classes.push(name) };

  set id(value: string) {
    this.setAttribute('id', value);
  }

  set src(value: string | null) {
    this.setAttribute('src', value ?? '');
  }

  get firstElementChild(): Element | null {
    return this.children.find((child) => child instanceof Element) ?? null;
  }

  setAttribute(name: string, value: string | null | undefined): void {
    if (name === 'style') this.#styleText = value ?? '';
    else if (name === 'class') this.className = value ?? '';
    else if (value !== null && value !== undefined) this.#attributes.set(name, value);
  }

  append(...children: (Child | null | undefined)[]): void {
    for (const child of children) if (child !== null && child !== undefined) this.children.push(child);
  }

  appendChild(...children: (Child | null | undefined)[]): void {
    this.append(...children);
  }

  /**
   * Removes everything beyond a number of characters; the markup of an element counts as ten.
   * @returns the remaining number, negative when something was removed
   */
  cut(budget: number): number {
    let left = budget - MARKUP_CHARACTERS;
    for (const [at, child] of this.children.entries()) {
      if (left < 0) {
        this.children.length = at;
        return left;
      }
      left = typeof child === 'string' ? left - child.length : child.cut(left);
    }
    return left;
  }

  /** @throws RangeError when elements are nested too deep */
  toHtml(depth = 0): string {
    if (depth > MAX_DEPTH) throw new RangeError('it is nested too deep');
    const inner = this.children
      .map((child) => (typeof child === 'string' ? text(child) : child.toHtml(depth + 1)))
      .join('');
    if (!TAGS.has(this.tagName)) return inner;
    if (this.tagName === 'img' && !OWN_IMAGE.test(this.#attributes.get('src') ?? '')) {
      const style = this.#styleOf();
      return `<span class="missing" style="${text(style)}">Picture</span>`;
    }
    const open = `<${this.tagName}${this.#attributesHtml()}>`;
    return VOID_TAGS.has(this.tagName) ? open : `${open}${inner}</${this.tagName}>`;
  }

  #attributesHtml(): string {
    const found: string[] = [];
    const put = (name: string, value: string) => found.push(` ${name}="${text(value)}"`);
    if (this.#classes.length > 0) put('class', this.className);
    const style = this.#styleOf();
    if (style !== '') put('style', style);
    if (this.colSpan > 1) put('colspan', String(Math.min(this.colSpan, 1000)));
    if (this.rowSpan > 1) put('rowspan', String(Math.min(this.rowSpan, 65_534)));
    for (const [name, value] of this.#attributes) {
      if (name === 'src' || (name === 'href' && this.tagName === 'image')) {
        if (OWN_IMAGE.test(value)) put(name, value);
      } else if (name === 'fill' || name === 'stroke') {
        if (PAINT.test(value)) put(name, value);
      } else if (ATTRIBUTES.has(name)) put(name, value);
    }
    return found.join('');
  }

  #styleOf(): string {
    const own = Object.entries(this.style)
      .filter(([name, value]) => value !== undefined && value !== '' && !name.startsWith('$'))
      .map(([name, value]) => `${kebab(name)}:${String(value).replaceAll(/[;{}]/g, '')}`);
    return safeCss([this.#styleText, ...own].filter(Boolean).join(';'));
  }
}

const kebab = (name: string) =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
