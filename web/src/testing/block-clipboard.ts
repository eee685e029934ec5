import { onTestFinished, vi } from 'vitest';

/** Until the end of the test the browser refuses to copy, in both ways that it has. */
export function blockClipboard(): void {
  const writing = vi.spyOn(navigator.clipboard, 'writeText');
  writing.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const copying = vi.spyOn(document, 'execCommand').mockReturnValue(false);
  onTestFinished(() => {
    writing.mockRestore();
    copying.mockRestore();
  });
}
