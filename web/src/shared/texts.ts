/** The name of the product. It is the heading of the page, the label of the tabs and the title of the window. */
export const PRODUCT = 'Document Vault';

/** Texts about code of the page that cannot be loaded. */
export const loadTexts = {
  failed: 'This part of the page could not be loaded',
  hint: 'Please try again, or reload the page.',
} as const;
