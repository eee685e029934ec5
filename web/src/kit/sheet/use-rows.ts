import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SheetBlock, SheetCell, SheetTab } from '@vault/contract';
import type { OpenSheet } from './open-sheet.ts';

/** A fetch starts after this delay, so that fast scrolling fetches nothing. */
const SETTLE_MS = 60;

/** The most blocks whose cells stay in memory. */
const MAX_LOADED = 40;

interface Wanted {
  sheet: OpenSheet;
  tab: SheetTab;
  fromRow: number;
  toRow: number;
}

/**
 * Fetches the cells of the visible rows and of the first rows, block by block.
 * @returns `cellsOf`, which returns the cells of a row or null while they load, and `failed`, which is true after a
 * fetch has failed
 */
export function useRows({ sheet, tab, fromRow, toRow }: Wanted) {
  const [loaded, setLoaded] = useState<ReadonlyMap<SheetBlock, ReadonlyMap<number, SheetCell[]>>>(new Map());
  const [failed, setFailed] = useState(false);
  const latest = useRef(loaded);
  useLayoutEffect(() => {
    latest.current = loaded;
  }, [loaded]);
  const first = blockAt(tab, fromRow);
  const last = blockAt(tab, toRow);
  useEffect(() => {
    let isGone = false;
    const numbers = [0, ...Array.from({ length: last - first + 1 }, (_, n) => first + n)];
    const blocks = numbers
      .map((n) => tab.blocks[n])
      .filter((block) => block !== undefined)
      .filter((block) => !latest.current.has(block));
    if (blocks.length === 0) return undefined;
    const isFirst = tab.blocks.every((block) => !latest.current.has(block));
    const timer = setTimeout(
      () => {
        for (const block of new Set(blocks)) {
          sheet.rowsOf(block).then(
            (rows) => {
              if (!isGone) setLoaded((before) => new Map([...[...before].slice(-MAX_LOADED), [block, rows]]));
            },
            () => {
              if (!isGone) setFailed(true);
            },
          );
        }
      },
      isFirst ? 0 : SETTLE_MS,
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [sheet, tab, first, last]);
  const cellsOf = (row: number): readonly SheetCell[] | null => {
    const block = tab.blocks[blockAt(tab, row)];
    if (block === undefined || block[0] > row) return [];
    const rows = loaded.get(block);
    return rows === undefined ? null : (rows.get(row) ?? NONE);
  };
  return { cellsOf, failed };
}

const NONE: SheetCell[] = [];

/** Returns the number of the block that would contain a row. */
function blockAt({ blocks }: SheetTab, row: number): number {
  let low = 0;
  let high = Math.max(0, blocks.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.[0] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
