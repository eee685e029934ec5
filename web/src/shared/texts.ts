/** The name of the product. It is the heading of the page, the label of the tabs and the title of the window. */
export const PRODUCT = 'Document Vault';
