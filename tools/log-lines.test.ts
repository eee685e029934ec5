import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { logLinesIn, serverLogLines } from './log-lines.mjs';

const PAGE = readFileSync(new URL('../docs/logs.md', import.meta.url), 'utf8');
/** The sentences in the tables of docs/logs.md at warn and above. */
const documented = [...PAGE.matchAll(/^\| (?:warn|error|fatal) \| `(.+?)` \|/gm)].map(
  ([, line = '']) => line,
);

describe('log lines at warn and above', () => {
  const lines = serverLogLines();

  test('log lines have constant sentences', () => {
    expect(lines.filter(({ sentence }) => sentence === null)).toEqual([]);
    expect(lines.length).toBeGreaterThan(40);
  });

  test('docs/logs.md has exactly the log lines of the server', () => {
    const written = new Set(lines.map(({ sentence }) => sentence ?? 'not constant'));
    expect([...new Set(documented)].toSorted()).toEqual([...written].toSorted());
  });

  test('docs/logs.md lists each log line once', () => {
    expect(documented.toSorted()).toEqual([...new Set(documented)].toSorted());
  });
});

describe('the finder of log lines', () => {
  it.each([
    ["log.warn({ a: 1 }, 'One; two');", ['One; two']],
    ["this.#log.error({}, 'One');", ['One']],
    ["request.log.fatal('One');", ['One']],
    ["parts.log.warn(\n  fields(),\n  'One',\n);", ['One']],
    ['log.warn({}, `Not ${constant}`);', [null]],
    ['log.warn({}, message);', [null]],
    ["log[level]({}, 'One of any level');", ['One of any level']],
    ["log.info({}, 'Fine'); console.error('To a person'); this.#warn();", []],
  ])('the finder of log lines reads %s', (source, sentences) => {
    expect(logLinesIn(source)).toEqual(sentences);
  });
});
