/**
 * Copies a text to the clipboard. Pages without HTTPS have no `navigator.clipboard`, so they select the text in a
 * temporary text box and copy it.
 * @returns whether the browser copied it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  // An open dialog keeps the focus inside itself, so the text box is added to the dialog.
  (before?.closest('[role="dialog"]') ?? document.body).append(box);
  box.select();
  // `execCommand` is the only way to copy without navigator.clipboard.
  // oxlint-disable-next-line typescript/no-deprecated
  const done = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
