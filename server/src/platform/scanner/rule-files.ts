import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleFile } from './worker/protocol.ts';

/** A rule file that cannot be used; the message is a sentence with its name, and the line if known. */
export class RuleFileError extends Error {
  override readonly name = 'RuleFileError';
}

const SHIPPED = fileURLToPath(new URL('../../../rules/', import.meta.url));
const RULE_FILE = /\.yara?$/i;

/**
 * The rules that ship with the product, and the operator's own.
 * @param ownDirectory need not exist; its files *.yar and *.yara are read
 * @throws RuleFileError for a file that is not text
 */
export async function readRules(ownDirectory: string): Promise<RuleFile[]> {
  return [...(await readDirectory(SHIPPED, true)), ...(await readDirectory(ownDirectory, false))];
}

async function readDirectory(directory: string, isShipped: boolean): Promise<RuleFile[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (!isShipped && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => RULE_FILE.test(name)).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const path = join(directory, name);
      return { path, text: textOf(await readFile(path), path), isShipped };
    }),
  );
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new RuleFileError(`The rule file ${path} cannot be used: it is not UTF-8 text.`, { cause: error });
  }
}
