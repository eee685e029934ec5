/** The name of the product. It is the heading of the page, the label of the tabs and the title of the window. */
export const PRODUCT = 'Document Vault';

export const lazyDialogTexts = {
  failed: 'This part of the page could not be loaded. Please try again, or reload the page.',
} as const;
