let given: HTMLElement | null = null;

/**
 * Returns the element to which menus, dialogs and drag images are added: the body of the page, unless another element
 * is set.
 */
export function layerElement(): HTMLElement {
  return given ?? document.body;
}

/**
 * Sets the element for menus and dialogs; null means the body. A portal's page needs an element that has the vault's
 * styles.
 */
export function setLayerElement(element: HTMLElement | null): void {
  given = element;
}
