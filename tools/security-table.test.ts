import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

/**
 * The requirements of levels 1 and 2 of ASVS 5.0.0, chapters 1 to 16: for each section its level 1 and level 2 numbers.
 * @example '3.4 1-2 3-6' are 3.4.1 and 3.4.2 of level 1, and 3.4.3 to 3.4.6 of level 2
 */
const REQUIREMENTS = `
1.1 - 1-2|1.2 1-5 6-9|1.3 1-2 3-11|1.4 - 1-3|1.5 1 2
2.1 1 2-3|2.2 1-2 3|2.3 1 2-4|2.4 - 1
3.2 1-2 -|3.3 1 2-4|3.4 1-2 3-6|3.5 1-3 4-5|3.7 - 1-2
4.1 1 2-3|4.2 - 1|4.3 - 1-2|4.4 1 2-4
5.1 - 1|5.2 1-2 3|5.3 1-2 -|5.4 - 1-3
6.1 1 2-3|6.2 1-8 9-12|6.3 1-2 3-4|6.4 1-2 3-4|6.5 - 1-5|6.6 - 1-3|6.8 - 1-4
7.1 - 1-3|7.2 1-4 -|7.3 - 1-2|7.4 1-2 3-5|7.5 - 1-2|7.6 - 1-2
8.1 1 2|8.2 1-2 3|8.3 1 -|8.4 - 1
9.1 1-3 -|9.2 1 2-4
10.1 - 1-2|10.2 - 1-2|10.3 - 1-4|10.4 1-5 6-11|10.5 - 1-5|10.6 - 1-2|10.7 - 1-3
11.1 - 1-2|11.2 - 1-3|11.3 1-2 3|11.4 1 2-4|11.5 - 1|11.6 - 1
12.1 1 2-3|12.2 1-2 -|12.3 - 1-4
13.1 - 1|13.2 - 1-5|13.3 - 1-2|13.4 1 2-5
14.1 - 1-2|14.2 1 2-4|14.3 1 2-3
15.1 1 2-3|15.2 1 2-3|15.3 1 2-7
16.1 - 1|16.2 - 1-5|16.3 - 1-4|16.4 - 1-3|16.5 - 1-3`;

const required = REQUIREMENTS.split(/[\n|]/)
  .filter((section) => section !== '')
  .flatMap((section) => {
    const [name, ...levels] = section.split(' ');
    return levels.flatMap((range, index) => {
      if (range === '-') return [];
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, n) => `${name}.${first + n} ${index + 1}`);
    });
  });

const rows = [...read('SECURITY.md').matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level = '', , shownBy = '']) => ({ number, level, shownBy }),
);
const namedTests = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
const REASON = /^(Not applicable|Documented|Operator|By design|\*\*Open\*\*): \S/;

describe('GUARD-42 the table of SECURITY.md', () => {
  it('GUARD-42 the table has each requirement of levels 1 and 2 once', () => {
    expect(required).toHaveLength(246);
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(required);
  });

  it('GUARD-42 each requirement has a test or a reason', () => {
    const without = rows.filter(({ shownBy }) => namedTests(shownBy).length === 0 && !REASON.test(shownBy));
    expect(without).toEqual([]);
  });

  it('GUARD-42 each named test exists', () => {
    const named = namedTests(read('SECURITY.md'));
    const missing = named.filter(({ file, title }) => !read(file).replaceAll("\\'", "'").includes(title));
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(200);
  });

  it('GUARD-42 each attack that was seen names the test that runs it', () => {
    const [, section = ''] = read('SECURITY.md').split('## The attacks of the penetration test');
    const [table = ''] = section.split('\n## ');
    const attacks = table.split('\n').filter((line) => /^\| (?!seen)\S/.test(line));
    expect(attacks.length).toBeGreaterThanOrEqual(19);
    expect(attacks.filter((row) => namedTests(row).length !== 1)).toEqual([]);
  });

  it('GUARD-42 each page to which SECURITY.md links exists', () => {
    for (const [, path = ''] of read('SECURITY.md').matchAll(/\]\((docs\/[^)#]+)/g)) read(path);
  });
});
