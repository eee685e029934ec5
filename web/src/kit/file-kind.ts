import { extensionOf } from '@vault/contract';

/** The kinds of files; each has an icon (UI-14, USE-50). */
export type FileKind =
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'pdf'
  | 'image'
  | 'audio'
  | 'video'
  | 'mail'
  | 'text'
  | 'archive'
  | 'other';

const EXTENSIONS: Record<Exclude<FileKind, 'other'>, string> = {
  word: 'doc docx docm dot dotx odt rtf',
  excel: 'xls xlsx xlsm xlsb xlt xltx ods csv',
  powerpoint: 'ppt pptx pptm pps ppsx pot potx odp',
  pdf: 'pdf',
  audio: 'mp3 m4a aac wav flac ogg oga opus wma',
  video: 'mp4 m4v mov avi mkv webm wmv mpg mpeg',
  mail: 'eml msg mbox',
  image: 'jpg jpeg png gif bmp webp tif tiff svg heic heif avif ico',
  text: 'txt md log json xml yaml yml html htm css js ts ini',
  archive: 'zip 7z rar tar gz tgz bz2 xz zst',
};

const KIND_OF = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as FileKind] as const),
  ),
);

/** Returns the kind of a file by the extension of its name, ignoring case. */
export function fileKindOf(name: string): FileKind {
  return KIND_OF.get(extensionOf(name)) ?? 'other';
}
