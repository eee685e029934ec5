import { expect, test, vi } from 'vitest';
import { logNoAddress, openAddressWindow } from './address-window.ts';

const asking = (address: string | Error) => {
  const opened = { opener: {} as unknown, location: { href: '' }, close: vi.fn<() => void>() };
  const askAddress = () => (address instanceof Error ? Promise.reject(address) : Promise.resolve(address));
  return { opened, open: () => openAddressWindow({ openWindow: () => opened, askAddress }) };
};

test('PREVIEW-07 the window of the office service has no reference to the page of the vault', async () => {
  const { opened, open } = asking('https://vault.example.test/office/x');
  expect(await open()).toBe('opened');
  expect(opened).toMatchObject({ opener: null, location: { href: 'https://vault.example.test/office/x' } });
  expect(opened.close).not.toHaveBeenCalled();
});

test('T-69 the window opens before the address is requested: the browser would block it later', async () => {
  const steps: string[] = [];
  await openAddressWindow({
    openWindow: () => {
      steps.push('open');
      return { opener: null, location: { href: '' }, close: () => undefined };
    },
    askAddress: async () => {
      steps.push('ask');
      return '';
    },
  });
  expect(steps).toEqual(['open', 'ask']);
});

test.each(['', 'javascript:alert(1)', '/office/x'])(
  'PREVIEW-08 T-69 with the address %j the window closes again',
  async (address) => {
    const { opened, open } = asking(address);
    expect(await open()).toBe('none');
    expect(opened.close).toHaveBeenCalledOnce();
    expect(opened.location.href).toBe('');
  },
);

test('PREVIEW-08 a missing address writes one line to the console', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  logNoAddress('edit', 'a.docx');
  expect(info.mock.calls).toEqual([['There is no Office-online address to edit a.docx.']]);
  info.mockRestore();
});

test('a refused address closes the window and rejects', async () => {
  const { opened, open } = asking(new Error('refused'));
  await expect(open()).rejects.toThrow('refused');
  expect(opened.close).toHaveBeenCalledOnce();
});

test('T-69 a browser that opens no window is reported, and no address is requested', async () => {
  const askAddress = vi.fn<() => Promise<string>>();
  expect(await openAddressWindow({ openWindow: () => null, askAddress })).toBe('blocked');
  expect(askAddress).not.toHaveBeenCalled();
});
