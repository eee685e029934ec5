import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts';
import { schemaFiles } from './schema-files.ts';

// Uses real PostgreSQL with all migrations on an empty database.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the committed files about the schema match the migrations', () => {
  test('types and description equal those of a new database (npm run schema writes them)', async () => {
    const files = await schemaFiles(database);
    expect(files).toHaveLength(2);
    for (const { path, text } of files) expect(await readFile(path, 'utf8')).toBe(text);
  });
});
