import { extensionOf, MIB } from '@vault/contract';

/** How text is read from the bytes of a file. */
type TextForm = 'plain' | 'pdf' | 'office';

const EXTENSIONS: Record<TextForm, readonly string[]> = {
  plain: ['txt', 'text', 'md', 'csv', 'tsv', 'log', 'json', 'xml', 'yaml', 'yml', 'ini', 'eml', 'ics', 'vcf'],
  pdf: ['pdf'],
  office: ['docx', 'xlsx', 'pptx', 'docm', 'xlsm', 'pptm'],
};

/** Larger files, such as scanned archives of a gigabyte, are not read. */
const MAX_BYTES: Record<TextForm, number> = { plain: 5 * MIB, pdf: 50 * MIB, office: 20 * MIB };

const FORMS = new Map(
  Object.entries(EXTENSIONS).flatMap(([form, extensions]) =>
    extensions.map((extension) => [extension, form as TextForm] as const),
  ),
);

/** SEARCH-26: the way to read the text of a file; null when no text of it can be read. */
export function textFormOf({ name, sizeBytes }: { name: string; sizeBytes: number }): TextForm | null {
  const form = FORMS.get(extensionOf(name)) ?? null;
  return form === null || sizeBytes === 0 || sizeBytes > MAX_BYTES[form] ? null : form;
}
