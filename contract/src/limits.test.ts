import { expect, test } from 'vitest';
import * as limits from './limits.ts';
import { LINK_STATUS_FILTERS, LINK_STATUSES } from './links.ts';
import { LINK_ACCESS_TYPES } from './sharing.ts';

test.each([
  ['LIMIT-01 concurrent uploads', limits.CONCURRENT_UPLOADS, 10],
  ['LIMIT-02 keys in one transfer of a folder', limits.TRANSFER_CHUNK, 20],
  ['LIMIT-03 debounce of a selection in ms', limits.SELECTION_DEBOUNCE_MS, 200],
  ['LIMIT-04 rows before the upload list scrolls', limits.UPLOAD_ROWS_BEFORE_SCROLL, 8],
  ['LIMIT-05 longest folder name', limits.MAX_FOLDER_NAME, 255],
  ['LIMIT-06 longest remark', limits.MAX_SHARE_MESSAGE, 200],
  ['LIMIT-07 characters of a generated password', limits.SHARE_PASSWORD_LENGTH, 12],
  ['LIMIT-08 longest text', limits.MAX_TEXT, 400],
  ['LIMIT-09 days ahead that a share may end', limits.MAX_EXPIRY_DAYS, 30],
  ['LIMIT-10 the end of a share in ms from now, when none is set', limits.DEFAULT_EXPIRY_MS, 3_600_000],
  ['LIMIT-11 files of a download', limits.MAX_DOWNLOAD_FILES, 1000],
  ['LIMIT-12 bytes of a download', limits.MAX_DOWNLOAD_BYTES, 1_073_741_824],
  ['LIMIT-18 lines that the text viewer shows first and adds', limits.TEXT_VIEWER_LINES, 100],
  ['LIMIT-18 pixels from the bottom where it adds them', limits.TEXT_VIEWER_MARGIN_PX, 100],
  ['LIMIT-19 scale of a PDF', limits.PDF_VIEWER_SCALE, 3],
  ['LIMIT-20 category of an upload', limits.UPLOAD_CATEGORY, 'Other'],
  ['LIMIT-21 access types of a share', LINK_ACCESS_TYPES, ['Anyone', 'SpecificRecipients']],
  ['LIMIT-22 statuses of a link', LINK_STATUSES, ['Active', 'Expired', 'Deleted']],
  ['LIMIT-22 Any is for the filter only', LINK_STATUS_FILTERS, ['Any', 'Active', 'Expired', 'Deleted']],
  ['LIMIT-24 path entries before the breadcrumb collapses', limits.BREADCRUMB_ENTRIES, 4],
  ['LIMIT-25 recent searches', limits.RECENT_SEARCHES, 3],
  ['LIMIT-26 page sizes', limits.PAGE_SIZES, [10, 20, 30, 40, 50]],
  ['LIMIT-26 default page size', limits.DEFAULT_PAGE_SIZE, 10],
  ['LIMIT-27 height of the files table', limits.FILES_TABLE_HEIGHT, 440],
  ['LIMIT-28 height of the links table', limits.LINKS_TABLE_HEIGHT, 443],
  ['LIMIT-29 dates', limits.DATE_TIME_FORMAT, 'MM/DD/YYYY hh:mm:ss A'],
  ['LIMIT-33 width of the copy and the move modal', limits.RELOCATE_MODAL_WIDTH, 493],
  ['LIMIT-34 width of the preview modal', limits.PREVIEW_MODAL_WIDTH, 1182],
  ['LIMIT-36 width of the context menu', limits.CONTEXT_MENU_WIDTH, 180],
  ['LIMIT-37 tooltip width', limits.TOOLTIP_MAX_WIDTH, 400],
  ['LIMIT-37 tooltip height', limits.TOOLTIP_MAX_HEIGHT, 160],
  ['LIMIT-38 shell width', limits.SHELL_MIN_WIDTH, 1050],
  ['LIMIT-39 shell top offset', limits.SHELL_TOP_OFFSET, 84],
  ['LIMIT-40 primary colour', limits.PRIMARY_COLOR, '#1634A4'],
  ['LIMIT-40 hover colour', limits.PRIMARY_HOVER_COLOR, '#3555B6'],
])('%s: the limit is %j', (_title, value, expected) => {
  expect(value).toEqual(expected);
});
