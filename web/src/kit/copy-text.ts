/**
 * Puts a text on the clipboard. Pages that do not come by HTTPS have no clipboard of their own: there a selected
 * text box is copied, as people do it.
 * @returns whether the browser let it happen
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
  // A dialog keeps the focus inside itself.
  (before?.closest('[role="dialog"]') ?? document.body).append(box);
  box.select();
  // Nothing else copies where there is no navigator.clipboard.
  // oxlint-disable-next-line typescript/no-deprecated
  const done = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
