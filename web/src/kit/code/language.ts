import { extensionOf } from '@vault/contract';

/** The highlight.js language of those extensions that highlight.js does not know as aliases. */
const LANGUAGES: Record<string, string> = {
  bat: 'plaintext',
  cc: 'cpp',
  cfg: 'ini',
  conf: 'ini',
  h: 'cpp',
  htm: 'xml',
  less: 'less',
  log: 'plaintext',
  m: 'objectivec',
  mm: 'objectivec',
  properties: 'ini',
  toml: 'ini',
  vue: 'xml',
};

/** Returns the highlight.js language for a file name. */
export function languageOf(name: string): string {
  const extension = extensionOf(name);
  return LANGUAGES[extension] ?? extension;
}
