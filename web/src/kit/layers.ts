let given: HTMLElement | null = null;

/**
 * Returns the element to which menus, dialogs and drag images are added: the body of the page, unless another one is
 * set.
 */
export function layerElement(): HTMLElement {
  return given ?? document.body;
}

/** Sets another element, which provides the vault's styles in a portal's page; null resets it to the body. */
export function setLayerElement(element: HTMLElement | null): void {
  given = element;
}
