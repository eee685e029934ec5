import type { XmlNode } from '../../xml/index.ts';
import { Element } from '../element.ts';
import { schemeOf } from './color.ts';
import type { SlideContext } from './context.ts';
import type { Deck, Part } from './deck.ts';
import { backgroundOf } from './fill.ts';
import { shapesOf } from './shape.ts';

interface SlideInput {
  deck: Deck;
  part: Part;
  presentation: XmlNode;
  width: number;
  height: number;
  number: number;
}

/** Draws one slide: the shapes of its master and layout, then the slide's own shapes in front of them. */
export function slideOf({ deck, part, presentation, width, height, number }: SlideInput): Element {
  const layout = deck.related(part, 'slideLayout');
  const master = layout === null ? null : deck.related(layout, 'slideMaster');
  const theme = master === null ? null : (deck.related(master, 'theme')?.root ?? null);
  const overridden = part.root.find('clrMapOvr', 'overrideClrMapping');
  const context: SlideContext = {
    deck,
    part,
    layout,
    master,
    theme,
    scheme: schemeOf(theme, overridden ?? master?.root.find('clrMap') ?? null),
    width,
    height,
    number,
    defaultTextStyle: presentation.find('defaultTextStyle'),
  };
  const element = new Element('section');
  element.className = 'slide';
  element.style['aspectRatio'] = `${width} / ${height}`;
  paintBackground(element, context);
  const isShown = (one: XmlNode | undefined) => one?.attribute('showMasterSp') !== '0';
  if (isShown(part.root)) {
    if (master !== null && isShown(layout?.root)) element.append(...treeOf(master, context, false));
    if (layout !== null) element.append(...treeOf(layout, context, false));
  }
  element.append(...treeOf(part, context, true));
  return element;
}

function treeOf(part: Part, context: SlideContext, own: boolean): Element[] {
  return shapesOf(part.root.find('cSld', 'spTree'), { ...context, part }, { own });
}

function paintBackground(element: Element, context: SlideContext): void {
  for (const part of [context.part, context.layout, context.master]) {
    const fill = part === null ? null : backgroundOf(part.root, { ...context, part });
    if (fill === null) continue;
    if (fill.className !== undefined) element.classList.add(fill.className);
    element.style['background'] = fill.background;
    return;
  }
}
