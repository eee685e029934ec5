import { expect, test } from 'vitest';
import { eventOf } from './read-events.ts';

test('C56 an event has a type and sometimes a folder; data of another form is ignored', () => {
  expect(eventOf('{"type":"tree"}')).toEqual({ type: 'tree' });
  expect(eventOf('{"type":"list","parentFolderSfid":"fld"}')).toEqual({
    type: 'list',
    parentFolderSfid: 'fld',
  });
  for (const data of ['', '{', 'null', '[]', '"tree"', '{"type":"later"}', '{"type":"__proto__"}']) {
    expect(eventOf(data)).toBeNull();
  }
});
