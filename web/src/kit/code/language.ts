import { extensionOf } from '@vault/contract';

/** The language of highlight.js by the extension, where its aliases do not name it. */
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

/** The language in which a file is coloured. */
export function languageOf(name: string): string {
  const extension = extensionOf(name);
  return LANGUAGES[extension] ?? extension;
}
