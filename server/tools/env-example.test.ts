import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { describeSettings, readConfig } from '../src/config/index.ts';
import { ENV_EXAMPLE_PATH, envExample } from './env-example.ts';

const uncommented = (text: string) => parseEnv(text.replaceAll(/^#(?=[A-Z])/gm, ''));

describe('.env.example', () => {
  test('the file equals the output for the schema of the settings (npm run env-example)', async () => {
    expect(await readFile(ENV_EXAMPLE_PATH, 'utf8')).toBe(envExample());
  });

  test('.env.example sets nothing while its settings are commented out', () => {
    expect(parseEnv(envExample())).toEqual({});
  });

  test('.env.example has each setting once, with a value that the server accepts', () => {
    const values = uncommented(envExample());
    const names = describeSettings().flatMap(({ settings }) => settings.map(({ name }) => name));
    expect(Object.keys(values).toSorted()).toEqual(names.toSorted());
    expect(() => readConfig(values)).toThrow(/^The setting SECRET_KEY cannot be used.*\n.*SECRET_KEY_FILE/);
    // A key that people copy would be known, so the example is none. The file is the other place of the key.
    const { SECRET_KEY: _, ...others } = values;
    expect(readConfig(others)).toMatchObject({ port: 8080, brand: { color: '#1634A4' } });
  });

  test('.env.example shows the defaults of the server', () => {
    const defaults = describeSettings()
      .flatMap(({ settings }) => settings)
      .filter((setting) => setting.default === setting.value);
    const values = Object.fromEntries(defaults.map(({ name, value }) => [name, value]));
    expect(Object.keys(values)).toContain('MAX_UPLOAD_BYTES');
    // The defaults of OpenID Connect apply only with an issuer, those of S3 with a bucket.
    const needed = {
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'vault',
      S3_BUCKET: 'portal-vault',
    };
    expect(readConfig({ ...values, ...needed })).toEqual(readConfig(needed));
  });
});
