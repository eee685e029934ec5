import type { XmlNode } from '../../xml/index.ts';
import { Element } from '../element.ts';
import { colorIn } from './color.ts';
import { cqw, EMU_PER_POINT, type SlideContext } from './context.ts';
import { numberOf } from './frame.ts';

/** The sources of a text's properties; a later source overrides an earlier one. */
export interface TextStyles {
  /** elements with `lvl1pPr` … `lvl9pPr` below them */
  lists: readonly (XmlNode | null)[];
  /** the colour when no style has one */
  color?: string | undefined;
  /** bold when no run has a value, as in the header row of a table */
  isBold?: boolean;
}

const DEFAULT_SIZE = 1800;
const ALIGNMENTS: Record<string, string> = { ctr: 'center', r: 'right', just: 'justify', dist: 'justify' };
const MAX_LEVEL = 8;

interface Numbering {
  /** the current number of each level */
  counts: number[];
}

/** Draws the paragraphs of a `txBody`. */
export function paragraphsOf(body: XmlNode, styles: TextStyles, context: SlideContext): Element[] {
  const fit = body.find('bodyPr', 'normAutofit');
  const fontScale = numberOf(fit, 'fontScale', 100_000) / 100_000;
  const lists = [...styles.lists, body.find('lstStyle')];
  const numbering: Numbering = { counts: [] };
  return body
    .children('p')
    .map((paragraph) => paragraphOf(paragraph, { ...styles, lists }, { context, fontScale, numbering }));
}

interface TextContext {
  context: SlideContext;
  fontScale: number;
  numbering: Numbering;
}

function paragraphOf(paragraph: XmlNode, styles: TextStyles, text: TextContext): Element {
  const { context } = text;
  const own = paragraph.find('pPr');
  const level = Math.min(MAX_LEVEL, Math.max(0, numberOf(own, 'lvl')));
  const levels = [...styles.lists.map((list) => list?.find(`lvl${level + 1}pPr`) ?? null), own];
  const properties = levels.filter((one) => one !== null);
  const element = new Element('p');
  const run = (rPr: XmlNode | null) => ({
    sources: [...properties.map((one) => one.find('defRPr')), rPr].filter((one) => one !== null),
    styles,
  });
  const first = paragraph.children().find(({ localName }) => localName === 'r' || localName === 'fld');
  const firstSources = run(first?.find('rPr') ?? paragraph.find('endParaRPr'));
  Object.assign(element.style, paragraphStyle(properties, context));
  // The line of an empty paragraph has the height of its font.
  element.style['fontSize'] = sizeOf(firstSources.sources, text);
  const bullet = bulletOf(properties, level, text.numbering);
  const isEmpty = first === undefined;
  if (bullet !== null && !isEmpty) element.append(bulletElement(bullet, firstSources, { properties, text }));
  for (const child of paragraph.children()) {
    if (child.localName === 'br') element.append(new Element('br'));
    if (child.localName === 'r' || child.localName === 'fld')
      element.append(runOf(child, run(child.find('rPr')), text));
  }
  if (isEmpty) element.append('\u00A0');
  return element;
}

const lastAttribute = (sources: readonly XmlNode[], name: string): string | null =>
  sources.findLast((source) => source.attribute(name) !== null)?.attribute(name) ?? null;

const lastChild = (sources: readonly XmlNode[], ...names: readonly string[]): XmlNode | null => {
  const has = (source: XmlNode) => source.children().find(({ localName }) => names.includes(localName));
  const source = sources.findLast((one) => has(one) !== undefined);
  return source === undefined ? null : (has(source) ?? null);
};

function paragraphStyle(properties: readonly XmlNode[], context: SlideContext): Record<string, string> {
  const length = (name: string) => {
    const value = Number(lastAttribute(properties, name) ?? 0);
    return Number.isFinite(value) && value !== 0 ? cqw(context, value) : undefined;
  };
  const style: Record<string, string | undefined> = {
    'text-align': ALIGNMENTS[lastAttribute(properties, 'algn') ?? ''],
    'padding-left': length('marL'),
    'text-indent': length('indent'),
    'margin-top': spacing(lastChild(properties, 'spcBef'), context),
    'margin-bottom': spacing(lastChild(properties, 'spcAft'), context),
    direction: lastAttribute(properties, 'rtl') === '1' ? 'rtl' : undefined,
  };
  const lines = lastChild(properties, 'lnSpc')?.find('spcPct');
  if (lines) style['line-height'] = ((numberOf(lines, 'val', 100_000) / 100_000) * 1.2).toFixed(2);
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function spacing(node: XmlNode | null, context: SlideContext): string | undefined {
  const points = node?.find('spcPts');
  if (points) return cqw(context, (numberOf(points, 'val') / 100) * EMU_PER_POINT);
  const percent = node?.find('spcPct');
  return percent ? `${(numberOf(percent, 'val') / 100_000).toFixed(2)}em` : undefined;
}

interface Run {
  sources: readonly XmlNode[];
  styles: TextStyles;
}

function sizeOf(sources: readonly XmlNode[], { context, fontScale }: TextContext): string {
  const size = Number(lastAttribute(sources, 'sz') ?? DEFAULT_SIZE);
  const points = (Number.isFinite(size) ? Math.min(Math.max(size, 100), 400_000) : DEFAULT_SIZE) / 100;
  return cqw(context, points * fontScale * EMU_PER_POINT);
}

function runOf(node: XmlNode, run: Run, text: TextContext): Element {
  const element = new Element('span');
  const isNumber = node.localName === 'fld' && node.attribute('type') === 'slidenum';
  element.append(isNumber ? String(text.context.number) : (node.find('t')?.textContent ?? ''));
  Object.assign(element.style, runStyle(run, text));
  return element;
}

function runStyle({ sources, styles }: Run, text: TextContext): Record<string, string | undefined> {
  const { context } = text;
  const isOn = (name: string) => ['1', 'true'].includes(lastAttribute(sources, name) ?? '');
  const isUnderlined = (lastAttribute(sources, 'u') ?? 'none') !== 'none';
  const isStruck = (lastAttribute(sources, 'strike') ?? 'noStrike') !== 'noStrike';
  const bold = lastAttribute(sources, 'b');
  const isBold = bold === null ? styles.isBold === true : isOn('b');
  const raised = Number(lastAttribute(sources, 'baseline') ?? 0);
  const capitals = lastAttribute(sources, 'cap');
  const isLink = lastChild(sources, 'hlinkClick') !== null;
  return {
    fontSize: sizeOf(sources, text),
    fontWeight: isBold ? 'bold' : undefined,
    fontStyle: isOn('i') ? 'italic' : undefined,
    textDecoration:
      [isUnderlined || isLink ? 'underline' : '', isStruck ? 'line-through' : ''].filter(Boolean).join(' ') ||
      undefined,
    textTransform: capitals === 'all' ? 'uppercase' : undefined,
    fontVariant: capitals === 'small' ? 'small-caps' : undefined,
    verticalAlign: { 1: 'super', [-1]: 'sub' }[Math.sign(raised)],
    color: runColor({ sources, styles }, isLink, context),
    fontFamily: typefaceOf(sources, context),
  };
}

function runColor({ sources, styles }: Run, isLink: boolean, { scheme }: SlideContext): string | undefined {
  const link = scheme.get('hlink');
  if (isLink && link !== undefined) return `#${link}`;
  // A style of the shape (`fontRef`) overrides the lists, and the run overrides it.
  const own = sources.at(-1)?.find('solidFill') ?? null;
  const fill = own ?? (styles.color === undefined ? lastChild(sources, 'solidFill') : null);
  return colorIn(fill, scheme) ?? styles.color;
}

/** The typeface; `+mj-lt` and `+mn-lt` refer to the theme. */
function typefaceOf(sources: readonly XmlNode[], { theme }: SlideContext): string | undefined {
  const name = lastChild(sources, 'latin')?.attribute('typeface') ?? '+mn-lt';
  const fonts = theme?.find('themeElements', 'fontScheme');
  const which = name.startsWith('+mj') ? 'majorFont' : 'minorFont';
  const face = name.startsWith('+') ? (fonts?.find(which, 'latin')?.attribute('typeface') ?? '') : name;
  const plain = face.replaceAll(/[^\p{L}\p{N} _-]/gu, '').slice(0, 60);
  return plain === '' ? undefined : `'${plain}', Carlito, 'Liberation Sans', Arial, sans-serif`;
}

/** The bullet of a paragraph; null when it has none. */
function bulletOf(properties: readonly XmlNode[], level: number, { counts }: Numbering): string | null {
  const bullet = lastChild(properties, 'buNone', 'buChar', 'buAutoNum', 'buBlip');
  counts.length = Math.min(counts.length, level + 1);
  if (bullet?.localName !== 'buAutoNum') {
    counts.length = Math.min(counts.length, level);
    if (bullet === null || bullet.localName === 'buNone') return null;
    return bullet.localName === 'buBlip' ? '•' : symbolOf(bullet.attribute('char') ?? '•');
  }
  counts[level] = (counts[level] ?? numberOf(bullet, 'startAt', 1) - 1) + 1;
  return numbered(counts[level], bullet.attribute('type') ?? '');
}

/** Symbol fonts have symbols at the codes of letters or of private characters. */
const SYMBOLS: Record<string, string> = { '§': '▪', Ø: '➢', ü: '✓', q: '❑', v: '❖', à: '➔', n: '■', l: '●' };
const symbolOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0xe000 && code <= 0xf8ff) return SYMBOLS[String.fromCodePoint(code & 0xff)] ?? '•';
  return SYMBOLS[sign] ?? sign;
};

function numbered(count: number, type: string): string {
  const isUpper = type.includes('Uc');
  let sign = String(count);
  if (type.startsWith('alpha')) sign = String.fromCodePoint((isUpper ? 65 : 97) + ((count - 1) % 26));
  if (type.startsWith('roman')) sign = isUpper ? roman(count) : roman(count).toLowerCase();
  if (type.endsWith('ParenBoth')) return `(${sign})`;
  if (type.endsWith('ParenR')) return `${sign})`;
  return type.endsWith('Plain') ? sign : `${sign}.`;
}

function roman(count: number): string {
  const parts: [number, string][] = [
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let [rest, text] = [Math.min(count, 100), ''];
  for (const [value, sign] of parts) {
    for (; rest >= value; rest -= value) text += sign;
  }
  return text;
}

function bulletElement(
  bullet: string,
  run: Run,
  { properties, text }: { properties: readonly XmlNode[]; text: TextContext },
): Element {
  const element = new Element('span');
  element.className = 'bullet';
  element.append(bullet);
  const { fontSize, color } = runStyle(run, text);
  const indent = Number(lastAttribute(properties, 'indent') ?? 0);
  Object.assign(element.style, {
    fontSize,
    color: colorIn(lastChild(properties, 'buClr'), text.context.scheme) ?? color,
    minWidth: indent < 0 ? cqw(text.context, -indent) : '1em',
  });
  return element;
}
