import type { FoundItem } from '@vault/contract';
import { useCallback } from 'react';
import { TileGrid, type TileGridProps } from '../../kit/index.ts';
import type { RowCommands } from '../row-commands.ts';
import { FileTile } from './file-tile.tsx';

interface FileGridProps extends Omit<TileGridProps<FoundItem>, 'tile'> {
  row: RowCommands;
  /** the items are search results, from different folders */
  isSearch: boolean;
}

/** USE-33: the current page of the list as tiles with thumbnails. */
export function FileGrid({ row, isSearch, ...grid }: FileGridProps) {
  const tile = useCallback(
    (item: FoundItem) => <FileTile item={item} row={row} isFound={isSearch} />,
    [row, isSearch],
  );
  return <TileGrid {...grid} tile={tile} />;
}
