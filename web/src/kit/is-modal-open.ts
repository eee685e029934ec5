/** Whether a dialog covers the page: keys that reach the page then are not meant for it. */
export function isModalOpen(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility());
}
