import { extensionOf } from '@vault/contract';

/** The language of highlight.js by extension, for extensions that are not among its aliases. */
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

/** @returns the language of highlight.js for a file name */
export function languageOf(name: string): string {
  const extension = extensionOf(name);
  return LANGUAGES[extension] ?? extension;
}
