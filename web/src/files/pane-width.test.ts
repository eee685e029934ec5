import { expect, test } from 'vitest';
import { PANE_WIDTH, paneStateOf } from './pane-width.ts';

test('the folder pane comes back as it was left', () => {
  expect(paneStateOf('320,1')).toEqual({ width: 320, isCollapsed: true });
  expect(paneStateOf('320,0')).toEqual({ width: 320, isCollapsed: false });
});

test.each([null, '', 'x', '99999,0', '-1'])('what was kept badly (%j) is the initial width', (text) => {
  expect(paneStateOf(text)).toEqual({ width: PANE_WIDTH.initial, isCollapsed: false });
});
