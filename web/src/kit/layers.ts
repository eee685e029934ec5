let given: HTMLElement | null = null;

/** The element to which menus, dialogs and what follows the pointer are added: the page's body, if no other is given. */
export function layerElement(): HTMLElement {
  return given ?? document.body;
}

/** Gives another element, which brings the vault's styles into a page that is not ours; null takes it back. */
export function setLayerElement(element: HTMLElement | null): void {
  given = element;
}
