import { useCallback, useState, type RefObject } from 'react';
import { allowedWidth } from './columns.ts';

/** Returns the current widths of the headers on the page, by their `data-column`. */
function measuredWidths(frame: HTMLElement | null): Record<string, number> {
  const heads = frame?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
  return Object.fromEntries(
    [...heads].map((head) => [head.dataset['column'] ?? '', head.offsetWidth] as const),
  );
}

/** UI-05: the widths of the columns after the person has resized one, kept until the table unmounts; null before. */
export function useColumnWidths(frame: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<Record<string, number> | null>(null);
  const resize = useCallback(
    (key: string, width: number) =>
      setChosen((before) => ({ ...(before ?? measuredWidths(frame.current)), [key]: allowedWidth(width) })),
    [frame],
  );
  const reset = useCallback(() => setChosen(null), []);
  return { chosen, resize, reset };
}
