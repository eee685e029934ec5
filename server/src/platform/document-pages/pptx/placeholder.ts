import type { XmlNode } from '../../xml/index.ts';
import type { SlideContext } from './context.ts';
import type { TextStyles } from './text.ts';

/** The placeholders from which a shape inherits properties, the nearest first. */
export interface Inherited {
  /** shapes of the layout and of the master */
  shapes: readonly XmlNode[];
  styles: TextStyles['lists'];
}

const MASTER_TYPES: Record<string, string> = { ctrTitle: 'title', subTitle: 'body', obj: 'body', '': 'body' };

/** The `ph` of a shape; null when it is not a placeholder. */
export function placeholderOf(shape: XmlNode): XmlNode | null {
  const properties = shape.children().find(({ localName }) => /^nv\w*Pr$/.test(localName));
  return properties?.find('nvPr', 'ph') ?? null;
}

/** The shapes from which a placeholder inherits (ECMA-376 part 1, 19.3.1.36). */
export function inheritedBy(shape: XmlNode, { layout, master, defaultTextStyle }: SlideContext): Inherited {
  const placeholder = placeholderOf(shape);
  const texts = master?.root.find('txStyles') ?? null;
  if (placeholder === null)
    return { shapes: [], styles: [defaultTextStyle, texts?.find('otherStyle') ?? null] };
  const type = placeholder.attribute('type') ?? '';
  const idx = placeholder.attribute('idx');
  const inLayout = placeholdersIn(layout?.root).find(
    (one) =>
      (idx !== null && one.ph.attribute('idx') === idx) || (type !== '' && one.ph.attribute('type') === type),
  );
  const wanted = type === '' ? (inLayout?.ph.attribute('type') ?? '') : type;
  const masterType = MASTER_TYPES[wanted] ?? wanted;
  const inMaster = placeholdersIn(master?.root).find(
    (one) => (one.ph.attribute('type') ?? 'body') === masterType,
  );
  const shapes = [inLayout?.shape, inMaster?.shape].filter((one) => one !== undefined);
  const listed = shapes.map((one) => one.find('txBody', 'lstStyle')).toReversed();
  const general = { title: 'titleStyle', body: 'bodyStyle' }[masterType] ?? 'otherStyle';
  return { shapes, styles: [defaultTextStyle, texts?.find(general) ?? null, ...listed] };
}

function placeholdersIn(root: XmlNode | undefined): { shape: XmlNode; ph: XmlNode }[] {
  return (root?.find('cSld', 'spTree')?.children() ?? []).flatMap((shape) => {
    const ph = placeholderOf(shape);
    return ph === null ? [] : [{ shape, ph }];
  });
}
