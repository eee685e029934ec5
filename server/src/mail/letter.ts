import type { Name, Words } from './words.ts';

/** The sender's name and color, from the settings BRAND_NAME and BRAND_COLOR. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** A block of a mail, the same in text and HTML. */
export type Block =
  | { readonly kind: 'words'; readonly words: Words }
  /** names, each with an optional note */
  | {
      readonly kind: 'names';
      readonly names: readonly (Name & { readonly beside?: string })[];
      readonly more: number;
    }
  /** lines that the sender typed, shown as a quotation */
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly words: string; readonly label: string; readonly url: string };

/** The contents of a mail, independent of its format. */
export interface Letter {
  readonly brand: Brand;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** the reason for the mail, in its footer */
  readonly why: string;
}
