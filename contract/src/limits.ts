/**
 * The business constants of the vault (product specification, section 9; LIMIT-01 … LIMIT-42).
 * Server and screens import them from here, so each number is defined once.
 */

/** Binary units: 1 MB = 1,048,576 bytes (D-41). */
export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

/** LIMIT-26: page sizes of every list. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** Contract section 1: a larger page size is reduced to this. */
export const MAX_PAGE_SIZE = 100;

/** LIMIT-05 and LIMIT-08: longest folder name, longest text input (file names included). */
export const MAX_FOLDER_NAME = 255;
export const MAX_TEXT = 400;
/** SAFE-12: the longest retention in years, and the longest reason of a hold. */
export const MAX_KEEP_YEARS = 100;
export const MAX_HOLD_REASON = 200;
/** Not in the specification: bounds the cost of one path; real trees are far below it. */
export const MAX_FOLDER_DEPTH = 200;
/** Not in the specification: the most characters of a folder's path; every item below repeats it. */
export const MAX_FOLDER_PATH = 4_000;

/** LIMIT-01, LIMIT-02, LIMIT-04: the upload modal. */
export const CONCURRENT_UPLOADS = 10;
export const TRANSFER_CHUNK = 20;
/**
 * Not in the specification: the most files of one call of C142 and C143, and the most bytes that they have together.
 * Proxies often refuse bodies of more than 1 MB; the rest of it is for the names.
 */
export const FILES_TOGETHER = 20;
export const FILES_TOGETHER_BYTES = MIB - 64 * KIB;
export const UPLOAD_ROWS_BEFORE_SCROLL = 8;
/** C53: a larger upload is sent in chunks, so that it can continue after a network failure. */
export const RESUMABLE_BYTES = 32 * MIB;
/** Not in the specification: the size of a chunk, and so the maximum number of bytes that are sent twice. */
export const UPLOAD_CHUNK_BYTES = 16 * MIB;
/** LIMIT-20: the category of every upload from the screens. */
export const UPLOAD_CATEGORY = 'Other';

/** LIMIT-11 and LIMIT-12: the maximum of one download, inclusive (T-49). */
export const MAX_DOWNLOAD_FILES = 1000;
export const MAX_DOWNLOAD_BYTES = GIB;

/** LIMIT-03: the delay after a change of the selected rows. */
export const SELECTION_DEBOUNCE_MS = 200;
/** LIMIT-24: a breadcrumb with more entries collapses. */
export const BREADCRUMB_ENTRIES = 4;
/** LIMIT-27: the height of the files table's body, ten rows of 44 px. */
export const FILES_TABLE_HEIGHT = 440;
export const ROW_HEIGHT = 44;

/** LIMIT-38 and LIMIT-39: the minimum width of the shell, and the default of its top offset, in CSS pixels. */
export const SHELL_MIN_WIDTH = 1050;
export const SHELL_TOP_OFFSET = 84;

/** LIMIT-40: the primary colour, and its colour on hover. */
export const PRIMARY_COLOR = '#1634A4';
export const PRIMARY_HOVER_COLOR = '#3555B6';

/** LIMIT-37: the maximum size of tooltips, in CSS pixels. */
export const TOOLTIP_MAX_WIDTH = 400;
export const TOOLTIP_MAX_HEIGHT = 160;

/** LIMIT-29: the format of dates on screen and in queries, in Day.js notation. */
export const DATE_TIME_FORMAT = 'MM/DD/YYYY hh:mm:ss A';

/** The largest JSON request body, in bytes. */
export const MAX_JSON_BYTES = MIB;
/** The maximum number of ids in one call. */
export const MAX_SELECTION = 10_000;
/**
 * Not in the specification: the maximum number of items that one call copies or merges. It limits how long other calls
 * wait.
 */
export const MAX_ITEMS_AT_ONCE = 200_000;
/** The maximum number of entries that the confirmation of a merge shows. */
export const MERGE_PLAN_ENTRIES = 100;

/** LIMIT-25: the number of recent searches that are shown. */
export const RECENT_SEARCHES = 3;
/** LIMIT-18: the lines that the text viewer shows first and adds near the bottom. */
export const TEXT_VIEWER_LINES = 100;
export const TEXT_VIEWER_MARGIN_PX = 100;
/** LIMIT-19: the scale at which a PDF page is rendered. */
export const PDF_VIEWER_SCALE = 3;
/** LIMIT-33, LIMIT-34, LIMIT-36: the widths of dialogs and menus, in CSS pixels. */
export const RELOCATE_MODAL_WIDTH = 493;
export const PREVIEW_MODAL_WIDTH = 1182;
export const CONTEXT_MENU_WIDTH = 180;

/**
 * LIMIT-07: length of a generated share password. LIMIT-09: maximum number of days until a link expires. LIMIT-06:
 * length of a message.
 */
export const SHARE_PASSWORD_LENGTH = 12;
/** GUARD-20: the shortest password of a link that a person sets, in characters. */
export const MIN_LINK_PASSWORD = 8;
export const MAX_EXPIRY_DAYS = 30;
export const MAX_SHARE_MESSAGE = 200;
/** SHARE-27, LIMIT-10: the default lifetime of a link, in ms. */
export const DEFAULT_EXPIRY_MS = 3_600_000;
/** Not in the specification: a larger number is a mailing list, not a share. */
export const MAX_RECIPIENTS = 100;
/** LIMIT-28: height of the links table's body, in CSS pixels. */
export const LINKS_TABLE_HEIGHT = 443;
/** C43: the digits of a code, and its validity in minutes. */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;

/** C43, USE-06: this many wrong attempts invalidate a code. */
export const CODE_TRIES = 5;

/** USE-41: a search counts its hits up to this number; the screens then show that there are more. */
export const MAX_COUNTED = 10_000;
