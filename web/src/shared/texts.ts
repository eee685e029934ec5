/** The name of the product: heading of the page, label of the tabs, title of the window. */
export const PRODUCT = 'Document Vault';
