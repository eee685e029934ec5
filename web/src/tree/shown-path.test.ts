import { expect, test } from 'vitest';
import { shownPath } from './shown-path.ts';

test('UPLOAD-02 FILES-02 the displayed path of the root is Files, and other paths start with it', () => {
  expect([shownPath(''), shownPath('A/B')]).toEqual(['Files', 'Files / A / B']);
});
