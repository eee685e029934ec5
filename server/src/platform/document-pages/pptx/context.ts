import type { XmlNode } from '../../xml/index.ts';
import type { Scheme } from './color.ts';
import type { Deck, Part } from './deck.ts';

/** The input for drawing one slide. */
export interface SlideContext {
  deck: Deck;
  /** the part whose shapes are drawn: slide, layout or master */
  part: Part;
  layout: Part | null;
  master: Part | null;
  theme: XmlNode | null;
  scheme: Scheme;
  /** the width of the slide in EMU */
  width: number;
  height: number;
  number: number;
  /** `defaultTextStyle` of the presentation */
  defaultTextStyle: XmlNode | null;
}

/** A length in EMU as a share of the slide's width: the slide scales with the window. */
export const cqw = ({ width }: Pick<SlideContext, 'width'>, emu: number): string =>
  `${((emu / width) * 100).toFixed(3)}cqw`;

export const EMU_PER_POINT = 12_700;
