import { expect, test } from 'vitest';
import { PANE_WIDTH, paneStateOf } from './pane-width.ts';

test('the stored width and the collapsed state of the folder pane are read again', () => {
  expect(paneStateOf('320,1', 1440)).toEqual({ width: 320, isCollapsed: true });
  expect(paneStateOf('320,0', 1440)).toEqual({ width: 320, isCollapsed: false });
});

test.each([null, '', 'x', '99999,0', '-1'])(
  'an invalid stored value (%j) gives the initial width',
  (text) => {
    expect(paneStateOf(text, 1440)).toEqual({ width: PANE_WIDTH.wide, isCollapsed: false });
    expect(paneStateOf(text, 1050)).toEqual({ width: PANE_WIDTH.narrow, isCollapsed: false });
  },
);
