import type { SheetTab } from '@vault/contract';
import { documentTexts, sheetTexts } from '../viewer-texts.ts';

/** Whether all rows of a document are loaded: not yet, yes, or loading failed. */
export type SheetState = 'coming' | 'whole' | 'failed';

interface Noted {
  hasLost: boolean;
  isCut: boolean;
  tab: Pick<SheetTab, 'rows' | 'hasDrawings'>;
}

/** Returns a note about the most important thing that a sheet does not show; null when it shows everything. */
export function noteOf(state: SheetState, { hasLost, isCut, tab }: Noted): string | null {
  if (hasLost) return sheetTexts.rowsLost;
  if (state === 'failed') return sheetTexts.firstRowsOnly;
  if (state === 'coming') return null;
  if (isCut) return documentTexts.cut;
  if (tab.hasDrawings === true) return sheetTexts.drawings;
  return tab.rows === 0 ? sheetTexts.empty : null;
}
