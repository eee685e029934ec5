import type { XmlNode } from '../../xml/index.ts';
import { colorIn } from './color.ts';
import { cqw, type SlideContext } from './context.ts';
import { numberOf } from './frame.ts';

/** CSS, and the class of the image when the fill has one. */
export interface Fill {
  background?: string;
  className?: string;
}

/**
 * The fill of an element (`spPr`, `bgPr`, `tcPr`).
 * @returns null when it has none
 */
export function fillOf(properties: XmlNode | null, context: SlideContext, own?: string): Fill | null {
  for (const node of properties?.children() ?? []) {
    if (node.localName === 'noFill') return {};
    if (node.localName === 'solidFill') return { background: colorIn(node, context.scheme, own) ?? 'none' };
    if (node.localName === 'gradFill') return { background: gradientOf(node, context, own) };
    if (node.localName === 'pattFill')
      return { background: colorIn(node.find('bgClr'), context.scheme, own) ?? 'none' };
    if (node.localName === 'blipFill') {
      const className = context.deck.imageClass(
        context.part,
        node.find('blip')?.attribute('r:embed') ?? null,
      );
      return className === null ? {} : { className };
    }
  }
  return null;
}

function gradientOf(node: XmlNode, { scheme }: SlideContext, own?: string): string {
  const stops = (node.find('gsLst')?.children('gs') ?? [])
    .map((stop) => ({ at: numberOf(stop, 'pos') / 1000, color: colorIn(stop, scheme, own) }))
    .filter(({ color }) => color !== null)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, color }) => `${color} ${at.toFixed(1)}%`);
  if (stops.length < 2) return stops[0]?.split(' ')[0] ?? 'none';
  const angle = numberOf(node.find('lin'), 'ang') / 60_000 + 90;
  if (node.find('path') !== null) return `radial-gradient(${stops.join(', ')})`;
  return `linear-gradient(${angle.toFixed(0)}deg, ${stops.join(', ')})`;
}

/** The fill of a background: its own fill, or a fill of the theme in the colour that the background names. */
export function backgroundOf(part: XmlNode, context: SlideContext): Fill | null {
  const background = part.find('cSld', 'bg');
  if (background === null) return null;
  const own = fillOf(background.find('bgPr'), context);
  if (own !== null) return own;
  const reference = background.find('bgRef');
  const color = colorIn(reference, context.scheme);
  if (color === null) return null;
  const index = numberOf(reference, 'idx') - 1001;
  const listed = context.theme?.find('themeElements', 'fmtScheme', 'bgFillStyleLst')?.children()[index];
  const isGradient = listed?.localName === 'gradFill';
  return { background: isGradient ? gradientOf(listed, context, color) : color };
}

const DASHES: Record<string, string> = { solid: 'solid', sysDot: 'dotted', dot: 'dotted' };
const DEFAULT_LINE = 9525;

/**
 * The line of an element (`ln`, `lnL` …) as a CSS border.
 * @returns null when it has none, `none` when it is switched off
 */
export function borderOf(line: XmlNode | null, context: SlideContext, own?: string): string | null {
  if (line === null) return null;
  if (line.find('noFill') !== null) return 'none';
  const color = colorIn(line.find('solidFill'), context.scheme, own) ?? own;
  if (color === undefined) return null;
  const dash = DASHES[line.find('prstDash')?.attribute('val') ?? 'solid'] ?? 'dashed';
  const width = Math.min(Math.max(numberOf(line, 'w', DEFAULT_LINE), 0), 1_000_000);
  return `max(1px, ${cqw(context, width)}) ${dash} ${color}`;
}
