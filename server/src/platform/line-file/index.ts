import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/**
 * Appends a line to a file, which is created when it is missing. It is on the disk when this returns.
 * @throws the error of the file system
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${line}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/**
 * The lines of a file that are not empty.
 * @throws the error of the file system
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  // Opened first: an error of a stream that readline reads is not thrown.
  const file = await open(path);
  const lines = createInterface({ input: createReadStream(path, { fd: file }), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.trim() !== '') yield line;
  }
}
