import type { ParentFolder } from './new-folder-modal.tsx';
import type { RelocateRequest } from './relocate-modal.tsx';
import type { OrganisedItem } from './target.ts';

/** The open dialog. Only one is open at a time; the question about a merge can be shown above it. */
export type OpenDialog =
  | { dialog: 'new folder'; parent: ParentFolder }
  | { dialog: 'rename'; item: OrganisedItem }
  | { dialog: 'relocate'; request: RelocateRequest }
  | { dialog: 'trash'; items: readonly OrganisedItem[] };
