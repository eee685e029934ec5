import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const ISSUER = 'https://login.example.com/realms/firm';
const SET = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'vault' };

describe("the settings of the portal's own sign-in", () => {
  test('without settings there are local accounts only', () => {
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' }).oidc).toBeNull();
  });

  test('only issuer and client are required', () => {
    expect(readConfig(SET).oidc).toEqual({
      issuer: ISSUER,
      clientId: 'vault',
      audience: 'vault',
      scope: 'openid profile email',
      name: 'login.example.com',
      resource: null,
      parameters: {},
      permissionsClaim: 'vault_permissions',
      recordsClaim: 'vault_records',
      secondFactorAcr: [],
    });
  });

  test('all other settings are read, when they are set', () => {
    const { oidc } = readConfig({
      ...SET,
      OIDC_AUDIENCE: 'https://vault.example.com',
      OIDC_SCOPE: 'openid offline_access',
      OIDC_NAME: 'Example Portal',
      OIDC_RESOURCE: 'urn:vault',
      OIDC_PARAMETERS: 'audience=https%3A%2F%2Fvault.example.com&prompt=select_account',
      OIDC_PERMISSIONS_CLAIM: 'https://vault.example.com/permissions',
      OIDC_RECORDS_CLAIM: 'records',
    });
    expect(oidc).toMatchObject({
      audience: 'https://vault.example.com',
      scope: 'openid offline_access',
      name: 'Example Portal',
      resource: 'urn:vault',
      parameters: { audience: 'https://vault.example.com', prompt: 'select_account' },
      permissionsClaim: 'https://vault.example.com/permissions',
      recordsClaim: 'records',
    });
    expect(readConfig({ ...SET, OIDC_RESOURCE: 'urn:vault' }).oidc?.audience).toBe('urn:vault');
  });

  test('GUARD-33 OIDC_SECOND_FACTOR_ACR has several values, which the sign-in requests', () => {
    const settings = { ...SET, OIDC_PARAMETERS: 'prompt=login', OIDC_SECOND_FACTOR_ACR: ' phr  urn:x:mfa ' };
    expect(readConfig(settings).oidc).toMatchObject({
      secondFactorAcr: ['phr', 'urn:x:mfa'],
      parameters: { prompt: 'login', acr_values: 'phr urn:x:mfa' },
    });
  });

  test.each([
    ISSUER,
    `${ISSUER}/`,
    'https://login.example.com',
    'http://127.0.0.1:4000',
    'http://localhost:80/x',
  ])('OIDC_ISSUER can be %s, and is stored unchanged', (issuer) =>
    expect(readConfig({ ...SET, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer),
  );

  test.each([
    'login.example.com',
    'http://login.example.com',
    'ftp://login.example.com',
    'https://login.example.com?x=1',
    'https://login.example.com#x',
    'https://user:secret@login.example.com',
    'javascript:alert(1)',
  ])('OIDC_ISSUER cannot be %s', (issuer) =>
    expect(() => readConfig({ ...SET, OIDC_ISSUER: issuer })).toThrow(
      /^The setting OIDC_ISSUER cannot be used: it must be an https address/,
    ),
  );

  test.each([
    [
      { OIDC_ISSUER: ISSUER },
      'The setting OIDC_CLIENT_ID is missing: OIDC_ISSUER cannot be used without it.',
    ],
    [
      { OIDC_CLIENT_ID: 'x' },
      'The setting OIDC_ISSUER is missing: OIDC_CLIENT_ID cannot be used without it.',
    ],
    [
      { OIDC_AUDIENCE: 'x' },
      'The setting OIDC_ISSUER is missing: OIDC_AUDIENCE cannot be used without it.\nThe setting OIDC_CLIENT_ID is missing: OIDC_AUDIENCE cannot be used without it.',
    ],
  ])('incomplete settings are an error: %j', (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(new ConfigError(sentence));
  });

  test.each([
    ['OIDC_SCOPE', 'profile email', /must contain the word openid/],
    ['OIDC_RESOURCE', 'vault', /must be an absolute URI/],
    ['OIDC_RESOURCE', 'https://vault.example.com/#a', /must be an absolute URI/],
    ['OIDC_PARAMETERS', 'redirect_uri=https://evil.example', /without parameters that the vault sets/],
    ['OIDC_PARAMETERS', 'prompt=login&state=x', /without parameters that the vault sets/],
    ['OIDC_NAME', 'a\nb', /must be one line/],
  ])('%s cannot be %s', (name, value, sentence) => {
    expect(() => readConfig({ ...SET, [name]: value })).toThrow(sentence);
  });
});
