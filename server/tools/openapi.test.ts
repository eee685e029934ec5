import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../src/testing/app.ts';
import { type ApiDocument, OPENAPI_PATH, openapiText } from './openapi.ts';

// Uses the real server with all routes.
let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

describe('openapi.json', () => {
  test('C59 the file equals the API document of the server (npm run openapi)', async () => {
    const reply = await vault.anonymous.fetch('/api/docs/json');
    const served = openapiText((await reply.json()) as ApiDocument);
    expect((await readFile(OPENAPI_PATH, 'utf8')).split('\n')).toEqual(served.split('\n'));
  });

  test('the file does not depend on the order in which routes are registered', () => {
    const get = { summary: 'read' };
    const put = { summary: 'write' };
    const one = { paths: { '/a': { get, put }, '/b': { get } }, components: { schemas: { A: {}, B: {} } } };
    const other = { components: { schemas: { B: {}, A: {} } }, paths: { '/b': { get }, '/a': { put, get } } };
    expect(openapiText(other)).toBe(openapiText(one));
  });
});
