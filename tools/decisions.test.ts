import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../docs/decisions/', import.meta.url));
const DATE = String.raw`\d{4}-\d\d-\d\d`;
const FORM = new RegExp(
  String.raw`^# [A-Z].{3,79}

- \*\*Date:\*\* ${DATE}(?:, changed ${DATE})?
- \*\*Status:\*\* (?:accepted|replaced by \[.+\]\((?<by>.+\.md)\))
- \*\*Alternatives:\*\* (?:none were compared\.|compared and not chosen:\n  - \S)`,
);

test.each(readdirSync(FOLDER))('%s starts with title, date, status and alternatives', (name) => {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  expect(text).toMatch(FORM);
  const by = FORM.exec(text)?.groups?.['by'];
  expect(by === undefined || existsSync(`${FOLDER}${by}`)).toBe(true);
});
