import type { Check } from './check.ts';
import { CONTENT_CHECKS } from './contents.queries.ts';
import { COUNTER_CHECKS } from './counters.queries.ts';
import { HOLD_CHECKS } from './holds.queries.ts';
import { LINK_CHECKS } from './links.queries.ts';
import { SEARCH_CHECKS } from './search.queries.ts';
import { TRASH_CHECKS } from './trash.queries.ts';
import { TREE_CHECKS } from './tree.queries.ts';
import { UPLOAD_CHECKS } from './uploads.queries.ts';
import { VERSION_CHECKS } from './versions.queries.ts';

/** The checks of tables, in the order of the report. A new rule of the data gets a line in one of these lists. */
export const TABLE_CHECKS: readonly Check[] = [
  ...TREE_CHECKS,
  ...VERSION_CHECKS,
  ...COUNTER_CHECKS,
  ...TRASH_CHECKS,
  ...HOLD_CHECKS,
  ...LINK_CHECKS,
  ...UPLOAD_CHECKS,
  ...SEARCH_CHECKS,
  ...CONTENT_CHECKS,
];
