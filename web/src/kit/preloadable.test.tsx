import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { preloadable, WhileLoading } from './preloadable.tsx';

test('USE-30 a preloaded component renders immediately', async () => {
  const Name = preloadable(async () => ({ text }: { text: string }) => <b>{text}</b>);
  const page = () =>
    renderToString(
      <WhileLoading show="Loading">
        <Name text="Ada" />
      </WhileLoading>,
    );
  expect(page()).toContain('Loading');
  await Name.preload();
  expect(page()).toContain('<b>Ada</b>');
  expect(page()).not.toContain('Loading');
});

test('a failed preload is ignored and can be repeated', async () => {
  let isDown = true;
  const Name = preloadable(async () => {
    if (isDown) throw new Error('offline');
    return () => <b>Ada</b>;
  });
  await Name.preload();
  isDown = false;
  await Name.preload();
  expect(renderToString(<Name />)).toBe('<b>Ada</b>');
});
