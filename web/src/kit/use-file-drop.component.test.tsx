import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useState } from 'react';
import { useFileDrop } from './use-file-drop.ts';

/** A page that accepts files anywhere. */
function Page() {
  const [names, setNames] = useState<string[]>([]);
  const isOver = useFileDrop(null, ({ files }) => setNames([...files].map(({ name }) => name)));
  return (
    <p role="status">
      {isOver ? 'over' : 'away'} {names.join(' ')}
    </p>
  );
}

function drag(type: string, fill: (data: DataTransfer) => void): DragEvent {
  const dataTransfer = new DataTransfer();
  fill(dataTransfer);
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
}

test('a page accepts dropped files, and ignores a drag without files', async () => {
  const { getByRole } = await render(<Page />);
  const status = getByRole('status');
  const withFile = (data: DataTransfer) => data.items.add(new File(['1'], 'a.txt'));
  const withText = (data: DataTransfer) => data.setData('text/plain', 'x');

  // The page listens to drags after its first effect.
  await expect.poll(() => drag('dragover', withFile).defaultPrevented).toBe(true);
  await expect.element(status).toHaveTextContent('over');
  drag('dragleave', withFile);
  await expect.element(status).toHaveTextContent('away');
  expect(drag('dragover', withText).defaultPrevented).toBe(false);
  await expect.element(status).toHaveTextContent('away');

  drag('dragenter', withFile);
  await expect.element(status).toHaveTextContent('over');
  expect(drag('drop', withFile).defaultPrevented).toBe(true);
  await expect.element(status).toHaveTextContent('away a.txt');
});
