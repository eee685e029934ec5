import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { preloadable } from '../kit/index.ts';
import { withResolvers } from '../kit/with-resolvers.ts';
import { expectGone, expectVisible } from '../testing/index.ts';
import { LazyDialog } from './lazy-dialog.tsx';
import { loadTexts } from './texts.ts';
import { ToastContext, type Toast } from './toast-context.ts';

const button = (name: string) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const loading = page.getByRole('status').filter({ hasText: 'Loading' });

/** A page with a dialog, which is only hidden when it is closed, and the errors that its toasts showed. */
async function openPage(load: () => Promise<void>, { isRemovedWhenClosed = false } = {}) {
  const errors: unknown[] = [];
  const loads = vi.fn(load);
  const Dialog = preloadable(async () => {
    await loads();
    return ({ open }: { open: boolean }) => <dialog open={open}>Hello</dialog>;
  });
  const toast = { error: (error: unknown) => errors.push(error) } as unknown as Toast;
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <ToastContext value={toast}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <button type="button" onClick={() => setIsOpen(false)}>
          Close
        </button>
        {(isOpen || !isRemovedWhenClosed) && (
          <LazyDialog open={isOpen} onClose={() => setIsOpen(false)}>
            <Dialog open={isOpen} />
          </LazyDialog>
        )}
      </ToastContext>
    );
  }
  await render(<Page />);
  return { Dialog, loads, errors };
}

test('SPEED-12 the code of a dialog is loaded when it first opens', async () => {
  const arrived = withResolvers<void>();
  const { loads } = await openPage(() => arrived.promise);
  expect(loads).not.toHaveBeenCalled();

  await button('Open').click();
  await expectVisible(loading);
  arrived.resolve();
  await expectVisible(dialog);
  await expectGone(loading);
});

test('a dialog whose code was loaded before opens without loading it again', async () => {
  const { Dialog, loads } = await openPage(async () => undefined);
  await Dialog.preload();
  await button('Open').click();
  await expectVisible(dialog);
  expect(loads).toHaveBeenCalledTimes(1);
});

test('a closed dialog stays mounted', async () => {
  await openPage(async () => undefined);
  await button('Open').click();
  await expectVisible(dialog);
  await button('Close').click();
  await expect.poll(() => document.querySelector('dialog')?.open).toBe(false);
});

test('SAFE-06 a dialog whose code cannot be loaded says so, and the next opening tries again', async () => {
  let isDown = true;
  const { errors, loads } = await openPage(async () => {
    if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
  });
  await button('Open').click();
  await expect.poll(() => errors).toEqual([`${loadTexts.failed}. ${loadTexts.hint}`]);
  expect(loads).toHaveBeenCalledTimes(1);
  await expectGone(loading);

  isDown = false;
  await button('Open').click();
  await expectVisible(dialog);
  expect(loads).toHaveBeenCalledTimes(2);
  expect(errors).toEqual([`${loadTexts.failed}. ${loadTexts.hint}`]);
});

test('SAFE-06 a dialog whose place was removed after a failure tries again when it is opened there', async () => {
  let isDown = true;
  const { errors } = await openPage(
    async () => {
      if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
    },
    { isRemovedWhenClosed: true },
  );
  await button('Open').click();
  await expect.poll(() => errors).toHaveLength(1);

  isDown = false;
  await button('Open').click();
  await expectVisible(dialog);
});
