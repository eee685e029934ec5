import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { preloadable } from '../kit/index.ts';
import { expectGone, expectVisible } from '../testing/index.ts';
import { LazyPage } from './lazy-page.tsx';
import { loadTexts } from './texts.ts';

test('SAFE-06 a page whose code cannot be loaded says so, and a retry loads it', async () => {
  let isDown = true;
  const load = vi.fn(async () => {
    if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <h2>Links</h2>;
  });
  const Links = preloadable(load);
  await render(
    <LazyPage loading="Loading the links">
      <Links />
    </LazyPage>,
  );
  await expectVisible(page.getByRole('alert').getByText(loadTexts.failed));
  expect(load).toHaveBeenCalledTimes(1);

  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Links' }));
  await expectGone(page.getByRole('alert'));
});
