import { MIB } from './limits.ts';
import { extensionOf } from './names.ts';

/**
 * How a file can be previewed (PREVIEW-15 … PREVIEW-19, USE-32). A browser shows an `image` directly; the server
 * renders a `picture`.
 */
export type PreviewKind =
  | 'office'
  | 'image'
  | 'picture'
  | 'pdf'
  | 'txt'
  | 'mail'
  | 'archive'
  | 'markdown'
  | 'code'
  | 'audio'
  | 'video'
  | 'other';

/** Kinds that the server renders (C29); the browser shows all others from their bytes (C28, D-37). */
export const RENDERED_KINDS: readonly PreviewKind[] = ['office', 'picture', 'mail', 'archive'];
/** Kinds that C28 accepts by default (PREVIEW-18, PREVIEW-19, T-02). */
export const BASIC_KINDS: readonly PreviewKind[] = ['txt', 'image', 'pdf'];
/** All kinds that the browser shows from their bytes. */
export const ORIGINAL_KINDS: readonly PreviewKind[] = [
  'txt',
  'image',
  'pdf',
  'markdown',
  'code',
  'audio',
  'video',
];

/** Source code, settings and data that people read as text. HTML has no preview (PREVIEW-10). */
const CODE_EXTENSIONS = (
  'bash bat c cc cfg clj cmake conf cpp cs css dart diff erl ex exs fs go gradle graphql groovy h hpp hs ' +
  'ini java jl js json jsx kt less lisp log lua m mjs mm patch php pl pm properties proto ps1 py r rb rs scala scss ' +
  'sh sql swift tex toml ts tsx vb vue xml yaml yml zsh'
).split(' ');

const KIND_EXTENSIONS: Record<Exclude<PreviewKind, 'other'>, readonly string[]> = {
  office: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  image: ['png', 'jpg', 'jpeg', 'bmp', 'gif'],
  picture: ['svg', 'webp', 'avif', 'heic', 'heif', 'tif', 'tiff'],
  pdf: ['pdf'],
  // LIMIT-15 applies to this extension only, not to every text (T-02).
  txt: ['txt'],
  mail: ['eml', 'msg'],
  archive: ['zip'],
  markdown: ['md', 'markdown'],
  code: CODE_EXTENSIONS,
  audio: ['mp3', 'm4a', 'aac', 'wav', 'ogg', 'oga', 'opus', 'flac'],
  video: ['mp4', 'm4v', 'webm', 'ogv', 'mov'],
};

/** LIMIT-14 … LIMIT-17: a file of exactly this many bytes may still be previewed (T-49). */
export const PREVIEW_LIMIT_BYTES: Record<Exclude<PreviewKind, 'other'>, number> = {
  image: 10 * MIB,
  // Scanned documents are large TIFF files.
  picture: 50 * MIB,
  txt: 5 * MIB,
  pdf: 50 * MIB,
  office: 20 * MIB,
  mail: 20 * MIB,
  // USE-32: the same limit as txt
  markdown: 5 * MIB,
  code: 5 * MIB,
  archive: 100 * MIB,
  // No limit: the browser reads only ranges.
  audio: Number.POSITIVE_INFINITY,
  video: Number.POSITIVE_INFINITY,
};

const KINDS = new Map(
  Object.entries(KIND_EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.map((extension) => [extension, kind as Exclude<PreviewKind, 'other'>] as const),
  ),
);

/** USE-30, USE-32: previewed in a grid (C29 and C48 with `view=sheet`), up to the limit of Office files. */
export const SHEET_EXTENSIONS: ReadonlySet<string> = new Set(['xlsx', 'xlsm', 'xls', 'ods', 'csv', 'tsv']);

export const isSheet = (fileName: string): boolean => SHEET_EXTENSIONS.has(extensionOf(fileName));

/** Returns the preview kind of a file by its name. */
export function previewKindOf(fileName: string): PreviewKind {
  return KINDS.get(extensionOf(fileName)) ?? 'other';
}

/** PREVIEW-33: returns whether a file exceeds the preview limit of its kind; kinds without a preview have no limit. */
export function isOverPreviewLimit(fileName: string, sizeBytes: number): boolean {
  const kind = previewKindOf(fileName);
  return kind !== 'other' && sizeBytes > PREVIEW_LIMIT_BYTES[kind];
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** IANA media types by extension, for the common files of a firm. */
const MIME_TYPES = new Map<string, string>([
  ['7z', 'application/x-7z-compressed'],
  ['aac', 'audio/aac'],
  ['ai', 'application/postscript'],
  ['avi', 'video/x-msvideo'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['bz2', 'application/x-bzip2'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docm', 'application/vnd.ms-word.document.macroenabled.12'],
  ['docx', `${OOXML}.wordprocessingml.document`],
  ['dotx', `${OOXML}.wordprocessingml.template`],
  ['dwg', 'image/vnd.dwg'],
  ['dxf', 'image/vnd.dxf'],
  ['eml', 'message/rfc822'],
  ['eps', 'application/postscript'],
  ['epub', 'application/epub+zip'],
  ['flac', 'audio/flac'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['ics', 'text/calendar'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['log', 'text/plain'],
  ['m4a', 'audio/mp4'],
  ['m4v', 'video/mp4'],
  ['md', 'text/markdown'],
  ['mov', 'video/quicktime'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['markdown', 'text/markdown'],
  ['mpeg', 'video/mpeg'],
  ['mpg', 'video/mpeg'],
  ['msg', 'application/vnd.ms-outlook'],
  ['odp', `${ODF}.presentation`],
  ['ods', `${ODF}.spreadsheet`],
  ['odt', `${ODF}.text`],
  ['oga', 'audio/ogg'],
  ['ogg', 'audio/ogg'],
  ['ogv', 'video/ogg'],
  ['opus', 'audio/ogg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptm', 'application/vnd.ms-powerpoint.presentation.macroenabled.12'],
  ['pptx', `${OOXML}.presentationml.presentation`],
  ['psd', 'image/vnd.adobe.photoshop'],
  ['rar', 'application/vnd.rar'],
  ['rtf', 'application/rtf'],
  ['svg', 'image/svg+xml'],
  ['tar', 'application/x-tar'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['ts', 'text/plain'],
  ['txt', 'text/plain'],
  ['vcf', 'text/vcard'],
  ['vsdx', 'application/vnd.ms-visio.drawing'],
  ['wav', 'audio/wav'],
  ['webm', 'video/webm'],
  ['webp', 'image/webp'],
  ['wmv', 'video/x-ms-wmv'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsm', 'application/vnd.ms-excel.sheet.macroenabled.12'],
  ['xlsx', `${OOXML}.spreadsheetml.sheet`],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['zip', 'application/zip'],
]);

/** Returns the media type of a file by its name; application/octet-stream for unknown extensions. */
export function mimeTypeOf(fileName: string): string {
  return MIME_TYPES.get(extensionOf(fileName)) ?? 'application/octet-stream';
}
