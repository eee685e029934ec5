import type { SheetTab } from '@vault/contract';

const CUT = 'The preview ends here. Download the file to see all of it.';
const LOST = 'Some rows could not be loaded. Open the file again to see them.';
const START_ONLY = 'Only the first rows can be shown. Download the file to see all of it.';
const DRAWINGS = 'Pictures and charts of this sheet are in the original.';
const EMPTY = 'This sheet is empty.';

/** Whether all rows of a document are loaded. */
export type SheetState = 'coming' | 'whole' | 'failed';

interface Noted {
  hasLost: boolean;
  isCut: boolean;
  tab: Pick<SheetTab, 'rows' | 'hasDrawings'>;
}

/** Returns a note about the most important thing that a sheet does not show; null when it shows everything. */
export function noteOf(state: SheetState, { hasLost, isCut, tab }: Noted): string | null {
  if (hasLost) return LOST;
  if (state === 'failed') return START_ONLY;
  if (state === 'coming') return null;
  if (isCut) return CUT;
  if (tab.hasDrawings === true) return DRAWINGS;
  return tab.rows === 0 ? EMPTY : null;
}
