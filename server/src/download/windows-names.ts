import filenameReservedRegex, { windowsReservedNameRegex } from 'filename-reserved-regex';

/** NTFS: a name has at most this many UTF-16 units. */
const MAX_NAME = 255;
/** A longer text after the last dot is not kept when a name has to be shortened. */
const MAX_EXTENSION = 32;
const RESERVED = filenameReservedRegex();
const DEVICE = windowsReservedNameRegex();
const CONTROL = /\p{Cc}/gu;
const TRAILING = /[. ]+$/;

type NameKind = 'file' | 'folder';

/**
 * The name under which Windows can store a file or folder (GUARD-40): `_` replaces characters that Windows reserves and
 * control characters, is added to a device name (`CON_.txt`) and to a name that ends in dots or spaces, which are
 * removed (`plan_.txt` for `plan.txt.`). Names are cut to 255 UTF-16 units.
 * @returns the name itself when Windows can store it; never an empty name
 */
export function windowsName(name: string, kind: NameKind): string {
  const whole = name.toWellFormed().replaceAll(CONTROL, '_');
  const trimmed = whole.replace(TRAILING, '');
  const allowed = trimmed.replaceAll(RESERVED, '_');
  const short = withSuffix(allowed, kind, trimmed === whole ? '' : '_').replace(TRAILING, '_');
  if (!DEVICE.test(short)) return short;
  // Directly after the device's name: `CON_.tar.gz`, because any number of extensions and spaces may follow it.
  return cut(short.replace(/^[^ .]+/, '$&_'), MAX_NAME).replace(TRAILING, '');
}

/** Inserts a suffix before a file's last extension, or at the end; the result has at most 255 UTF-16 units. */
export function withSuffix(name: string, kind: NameKind, suffix: string): string {
  const fits = name.length + suffix.length <= MAX_NAME;
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const hasExtension = dot > 0 && (fits || name.length - dot <= MAX_EXTENSION);
  const at = hasExtension ? dot : name.length;
  const room = MAX_NAME - suffix.length - (name.length - at);
  return `${cut(name.slice(0, at), room)}${suffix}${name.slice(at)}`;
}

/**
 * Equal for names of which one folder of Windows or macOS can contain only one: they differ in nothing but case or
 * Unicode normalization.
 */
export function nameKey(name: string): string {
  // Both directions, because `ẞ` has a lower-case form only and `ſ` an upper-case one only.
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** Cuts a text to at most this many UTF-16 units, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
