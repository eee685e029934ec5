import type { XmlNode } from '../../xml/index.ts';
import { Element } from '../element.ts';
import { chartOf } from './chart.ts';
import { colorIn } from './color.ts';
import { cqw, type SlideContext } from './context.ts';
import { borderOf, type Fill, fillOf } from './fill.ts';
import { type Box, boxOf, NO_TRANSFORM, numberOf, type Transform, transformIn } from './frame.ts';
import { clipOf, RADII } from './geometry.ts';
import { inheritedBy, placeholderOf } from './placeholder.ts';
import { tableOf } from './table.ts';
import { paragraphsOf } from './text.ts';

/** Real presentations nest groups only a few levels deep. */
const MAX_GROUPS = 20;

/**
 * The elements of a shape tree, from back to front.
 * @param own false for a layout or master, whose placeholders are not drawn
 */
export function shapesOf(
  tree: XmlNode | null,
  context: SlideContext,
  { own, transform = NO_TRANSFORM, depth = 0 }: { own: boolean; transform?: Transform; depth?: number },
): Element[] {
  if (tree === null || depth > MAX_GROUPS) return [];
  return tree.children().flatMap((node): Element[] => {
    if (!own && placeholderOf(node) !== null) return [];
    if (isHidden(node)) return [];
    switch (node.localName) {
      case 'sp':
      case 'cxnSp':
        return some(shapeOf(node, context, transform));
      case 'pic':
        return some(pictureOf(node, context, transform));
      case 'graphicFrame':
        return some(graphicOf(node, context, transform));
      case 'grpSp': {
        const inner = transformIn(node.find('grpSpPr', 'xfrm'), transform);
        return shapesOf(node, context, { own, transform: inner, depth: depth + 1 });
      }
      case 'AlternateContent': {
        const chosen = node.find('Fallback') ?? node.find('Choice');
        return shapesOf(chosen, context, { own, transform, depth: depth + 1 });
      }
      default:
        return [];
    }
  });
}

const some = (element: Element | null) => (element === null ? [] : [element]);

const isHidden = (node: XmlNode) =>
  node
    .children()
    .some((one) => /^nv\w*Pr$/.test(one.localName) && one.find('cNvPr')?.attribute('hidden') === '1');

/** An element at the position of a box, in shares of the slide. */
function placed(box: Box, xfrm: XmlNode | null, { width, height }: SlideContext): Element {
  const element = new Element('div');
  const share = (length: number, of: number) => `${((length / of) * 100).toFixed(3)}%`;
  const turns = [
    numberOf(xfrm, 'rot') === 0 ? '' : `rotate(${(numberOf(xfrm, 'rot') / 60_000).toFixed(1)}deg)`,
    xfrm?.attribute('flipH') === '1' ? 'scaleX(-1)' : '',
    xfrm?.attribute('flipV') === '1' ? 'scaleY(-1)' : '',
  ].filter(Boolean);
  element.className = 'shape';
  Object.assign(element.style, {
    left: share(box.x, width),
    top: share(box.y, height),
    width: share(box.width, width),
    height: share(box.height, height),
    transform: turns.length === 0 ? undefined : turns.join(' '),
  });
  return element;
}

function shapeOf(node: XmlNode, context: SlideContext, transform: Transform): Element | null {
  const inherited = inheritedBy(node, context);
  const all = [node, ...inherited.shapes];
  const xfrm = firstOf(all, (one) => one.find('spPr', 'xfrm'));
  if (xfrm === null) return null;
  const box = boxOf(xfrm, node.find('spPr', 'xfrm') === null ? NO_TRANSFORM : transform);
  const geometry = firstOf(all, (one) => one.find('spPr', 'prstGeom'))?.attribute('prst') ?? 'rect';
  const isLine = node.localName === 'cxnSp' || /^line|Connector/.test(geometry);
  const line = lineOf(all, node, context);
  if (isLine) return lineElement(box, xfrm, { line: line ?? 'none', context });
  const element = placed(box, xfrm, context);
  const body = node.find('txBody');
  const fill = shapeFill(all, node, context);
  if (fill?.className !== undefined) element.classList.add(fill.className);
  Object.assign(element.style, {
    background: fill?.background,
    border: line ?? undefined,
    borderRadius: RADII[geometry],
    clipPath: clipOf(all.map((one) => one.find('spPr')).filter((one) => one !== null)),
  });
  if (body !== null) {
    const color = colorIn(node.find('style', 'fontRef'), context.scheme) ?? undefined;
    const texts = paragraphsOf(body, { lists: inherited.styles, color }, context);
    Object.assign(element.style, textBoxStyle(all, context));
    element.append(...texts);
  }
  return element;
}

function firstOf<T>(all: readonly XmlNode[], find: (one: XmlNode) => T | null): T | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

function shapeFill(all: readonly XmlNode[], node: XmlNode, context: SlideContext): Fill | null {
  const own = firstOf(all, (one) => fillOf(one.find('spPr'), context));
  if (own !== null) return own;
  const reference = node.find('style', 'fillRef');
  const color = numberOf(reference, 'idx') > 0 ? colorIn(reference, context.scheme) : null;
  return color === null ? null : { background: color };
}

function lineOf(all: readonly XmlNode[], node: XmlNode, context: SlideContext): string | null {
  const reference = node.find('style', 'lnRef');
  const color =
    numberOf(reference, 'idx') > 0 ? (colorIn(reference, context.scheme) ?? undefined) : undefined;
  const own = firstOf(all, (one) => borderOf(one.find('spPr', 'ln'), context, color));
  return own ?? (color === undefined ? null : `max(1px, ${cqw(context, 12_700)}) solid ${color}`);
}

/** A straight line from corner to corner of its box. */
function lineElement(
  box: Box,
  xfrm: XmlNode,
  { line, context }: { line: string; context: SlideContext },
): Element | null {
  if (line === 'none') return null;
  const isRising = (xfrm.attribute('flipV') === '1') !== (xfrm.attribute('flipH') === '1');
  const length = Math.hypot(box.width, box.height);
  const angle = (Math.atan2(box.height, box.width) * 180) / Math.PI;
  const element = placed(
    { x: box.x + box.width / 2 - length / 2, y: box.y + box.height / 2, width: length, height: 0 },
    null,
    context,
  );
  element.style['borderTop'] = line;
  element.style['transform'] = `rotate(${(isRising ? -angle : angle).toFixed(2)}deg)`;
  return element;
}

const INSETS = [
  ['tIns', 45_720],
  ['rIns', 91_440],
  ['bIns', 45_720],
  ['lIns', 91_440],
] as const;

const WRITING_MODES: Record<string, string> = {
  vert: 'vertical-rl',
  eaVert: 'vertical-rl',
  vert270: 'sideways-lr',
};

function textBoxStyle(all: readonly XmlNode[], context: SlideContext): Record<string, string | undefined> {
  const bodies = all.map((one) => one.find('txBody', 'bodyPr')).filter((one) => one !== null);
  const attribute = (name: string) => firstOf(bodies, (one) => one.attribute(name));
  const padding = INSETS.map(([name, otherwise]) => cqw(context, Number(attribute(name) ?? otherwise) || 0));
  return {
    padding: padding.join(' '),
    justifyContent: { ctr: 'center', b: 'flex-end' }[attribute('anchor') ?? ''] ?? 'flex-start',
    whiteSpace: attribute('wrap') === 'none' ? 'pre' : undefined,
    alignItems: attribute('wrap') === 'none' && attribute('anchorCtr') === '1' ? 'center' : undefined,
    writingMode: WRITING_MODES[attribute('vert') ?? ''],
  };
}

function pictureOf(node: XmlNode, context: SlideContext, transform: Transform): Element | null {
  const xfrm =
    node.find('spPr', 'xfrm') ??
    firstOf(inheritedBy(node, context).shapes, (one) => one.find('spPr', 'xfrm'));
  if (xfrm === null) return null;
  const element = placed(boxOf(xfrm, transform), xfrm, context);
  const id = node.find('blipFill', 'blip')?.attribute('r:embed') ?? null;
  const className = context.deck.imageClass(context.part, id);
  const description = node.find('nvPicPr', 'cNvPr')?.attribute('descr') ?? '';
  if (className === null) {
    element.classList.add('missing');
    element.append(description === '' ? 'Picture' : description.slice(0, 200));
    return element;
  }
  element.className = `shape picture ${className}`;
  element.setAttribute('title', description === '' ? null : description.slice(0, 500));
  Object.assign(element.style, cropOf(node.find('blipFill', 'srcRect')), {
    border: borderOf(node.find('spPr', 'ln'), context) ?? undefined,
    borderRadius: RADII[node.find('spPr', 'prstGeom')?.attribute('prst') ?? ''],
  });
  return element;
}

/** The visible part of an image (ECMA-376 part 1, 20.1.8.55), as size and position of a background. */
function cropOf(crop: XmlNode | null): Record<string, string> {
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) => numberOf(crop, side) / 100_000);
  const [across, down] = [1 - (left ?? 0) - (right ?? 0), 1 - (top ?? 0) - (bottom ?? 0)];
  if (crop === null || across <= 0.01 || down <= 0.01 || (across === 1 && down === 1)) return {};
  const place = (before: number, seen: number) => (seen === 1 ? 0 : (before / (1 - seen)) * 100);
  return {
    backgroundSize: `${(100 / across).toFixed(2)}% ${(100 / down).toFixed(2)}%`,
    backgroundPosition: `${place(left ?? 0, across).toFixed(2)}% ${place(top ?? 0, down).toFixed(2)}%`,
  };
}

/** Draws a table, or a chart as a table. A diagram or object cannot be drawn: a box shows its kind. */
function graphicOf(node: XmlNode, context: SlideContext, transform: Transform): Element | null {
  const xfrm = node.find('xfrm');
  const data = node.find('graphic', 'graphicData');
  if (xfrm === null || data === null) return null;
  const element = placed(boxOf(xfrm, transform), null, context);
  const table = data.find('tbl');
  if (table !== null) {
    element.className = 'shape table';
    element.append(tableOf(table, context));
    return element;
  }
  const picture = [...data.all('pic')][0];
  if (picture !== undefined) return pictureOf(picture, context, transform) ?? element;
  const reference = data.find('chart');
  const chart = reference === null ? null : chartOf(reference, context);
  if (chart !== null) {
    element.className = 'shape chart';
    element.append(...chart);
    return element;
  }
  element.classList.add('missing');
  element.append(
    { chart: 'Chart', diagram: 'Diagram' }[(data.attribute('uri') ?? '').replace(/^.*\//, '')] ?? 'Object',
  );
  return element;
}
