import { BYTES_TYPE } from '@vault/contract';
import { expect, test } from 'vitest';
import { uploadErrorTexts } from '../texts.ts';
import { filesBody } from './files-body.ts';

test('SPEED-04 C142 the body has a line that names the files, then their bytes', async () => {
  const body = await filesBody([
    { uid: 'u1', fileName: 'ä.txt', bytes: new Blob(['first']) },
    { uid: 'u2', fileName: 'empty.txt', bytes: new Blob([]) },
    { uid: 'u3', fileName: 'b\n.txt', bytes: new Blob(['\nlast']) },
  ]);
  expect(body.type).toBe(BYTES_TYPE);
  const line =
    '[{"key":"u1","name":"ä.txt","sizeBytes":5},{"key":"u2","name":"empty.txt","sizeBytes":0},{"key":"u3","name":"b\\n.txt","sizeBytes":5}]';
  expect(await body.text()).toBe(`${line}\nfirst\nlast`);
});

test('SPEED-04 a file that was changed after it was chosen is named as the reason', async () => {
  const changed = new Blob(['x']);
  changed.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
  await expect(filesBody([{ uid: 'u1', fileName: 'a.txt', bytes: changed }])).rejects.toMatchObject({
    message: uploadErrorTexts.fileChanged,
    outage: null,
  });
});
