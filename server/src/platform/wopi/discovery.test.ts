import fc from 'fast-check';
import { expect, describe, test } from 'vitest';
import { actionAddress, readDiscovery } from './discovery.ts';
import { discoveryAddress } from './fetch-discovery.ts';

const read = (xml: string) => readDiscovery(Buffer.from(xml));
const wrap = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?><wopi-discovery>${inner}</wopi-discovery>`;
const action = (name: string, extension: string, source: string) =>
  `<action name="${name}" ext="${extension}" urlsrc="${source}"/>`;

describe('C58 the discovery of an office service', () => {
  test('the discovery returns the program of each extension, for viewing and for editing', async () => {
    const { actions, proofKeys } = await read(
      wrap(`<net-zone name="external-https"><app name="Word" favIconUrl="https://office.test/word.ico">
        ${action('view', 'DOCX', 'https://office.test/view?')}${action('edit', 'docx', 'https://office.test/edit?')}
        ${action('mobileView', 'docx', 'https://office.test/no')}</app><app name="Excel">
        ${action('edit', 'xlsx', 'https://office.test/x?')}</app></net-zone>`),
    );
    expect([...actions]).toEqual([
      ['view docx', { urlSource: 'https://office.test/view?', favicon: 'https://office.test/word.ico' }],
      ['edit docx', { urlSource: 'https://office.test/edit?', favicon: 'https://office.test/word.ico' }],
      ['edit xlsx', { urlSource: 'https://office.test/x?', favicon: null }],
    ]);
    expect(proofKeys).toBeNull();
  });

  test('of several zones the external, encrypted one is used, whatever its position', async () => {
    const zone = (name: string) =>
      `<net-zone name="${name}"><app>${action('edit', 'docx', `https://${name}.test/`)}</app></net-zone>`;
    const { actions } = await read(
      wrap(['internal-http', 'external-http', 'external-https'].map(zone).join('')),
    );
    expect(actions.get('edit docx')?.urlSource).toBe('https://external-https.test/');
  });

  test('the first program of an extension is the default', async () => {
    const both = action('edit', 'docx', 'https://a.test/') + action('edit', 'docx', 'https://b.test/');
    const { actions } = await read(wrap(`<net-zone name="external-http"><app>${both}</app></net-zone>`));
    expect(actions.get('edit docx')?.urlSource).toBe('https://a.test/');
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', '', 'no address', '//x'])(
    'an action with the address %j is ignored',
    async (source) => {
      const xml = wrap(
        `<net-zone name="external-http"><app>${action('edit', 'docx', source)}</app></net-zone>`,
      );
      expect((await read(xml)).actions.size).toBe(0);
    },
  );

  test('a discovery without keys means that the service has no keys', async () => {
    for (const element of [
      '',
      '<proof-key/>',
      '<proof-key modulus="" exponent="AQAB" value="" oldvalue=""/>',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- three short texts
      expect((await read(wrap(element))).proofKeys).toBeNull();
    }
  });

  test.each([
    '<proof-key modulus="AAAA" exponent="AQAB" value="xyz"/>',
    '<proof-key modulus="AAAA" exponent=""/>',
    '<proof-key value="xyz"/>',
  ])('a discovery with an unusable key is refused, else unsigned calls would pass: %s', async (element) => {
    await expect(read(wrap(element))).rejects.toThrow('cannot be used');
  });

  test.each(['', 'not XML', '<html></html>', '<!DOCTYPE x [<!ENTITY a "b">]><wopi-discovery/>'])(
    '%j is refused as a discovery',
    async (xml) => {
      await expect(read(xml)).rejects.toThrow(Error);
    },
  );

  test('reading any reply ends', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      'wopi-discovery',
      'action',
      'ext=',
      'proof-key',
      '&',
      '<!--',
      'x',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        await read(`<wopi-discovery>${pieces.join('')}`).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error);
        });
      }),
    );
  });
});

describe('the address of a program', () => {
  const values = { wopiSource: 'https://vault.test/wopi/files/fil1', language: 'en-US' };
  const source = 'WOPISrc=https%3A%2F%2Fvault.test%2Fwopi%2Ffiles%2Ffil1';

  test.each([
    // Microsoft 365, with a placeholder for the file
    [
      'https://word.test/we.aspx?<ui=UI_LLCC&><rs=DC_LLCC&><dchat=DISABLE_CHAT&><hid=HOST_SESSION_ID&><wopisrc=WOPI_SOURCE&><IsLicensedUser=BUSINESS_USER&>',
      `https://word.test/we.aspx?ui=en-US&rs=en-US&${source.replace('WOPISrc', 'wopisrc')}&IsLicensedUser=1`,
    ],
    // Collabora
    [
      'https://collabora.test/browser/abc/cool.html?',
      `https://collabora.test/browser/abc/cool.html?${source}`,
    ],
    // ONLYOFFICE
    [
      'https://only.test/hosting/wopi/word/edit?&<rs=DC_LLCC&><embed=EMBEDDED&><wopisrc=WOPI_SOURCE&>&',
      `https://only.test/hosting/wopi/word/edit?&rs=en-US&${source.replace('WOPISrc', 'wopisrc')}`,
    ],
    ['https://plain.test/', `https://plain.test/?${source}`],
    ['https://plain.test/?a=1', `https://plain.test/?a=1&${source}`],
    ['https://plain.test/?<x=SOMETHING_NEW>', `https://plain.test/?${source}`],
    ['https://plain.test/?<x=constructor&>', `https://plain.test/?${source}`],
  ])('the address of an action is built from %s', (template, expected) =>
    expect(actionAddress(template, values)).toBe(expected),
  );

  test('without a language the service detects it', () => {
    expect(actionAddress('https://a.test/?<ui=UI_LLCC&>', { ...values, language: null })).toBe(
      `https://a.test/?${source}`,
    );
  });
});

test.each([
  ['https://office.test', 'https://office.test/hosting/discovery'],
  ['https://office.test/', 'https://office.test/hosting/discovery'],
  ['https://office.test/sub/', 'https://office.test/sub/hosting/discovery'],
  ['http://office.test:9980/hosting/discovery', 'http://office.test:9980/hosting/discovery'],
  ['http://office.test:9980/hosting/discovery/', 'http://office.test:9980/hosting/discovery'],
  ['https://office.test/files/discovery.xml', 'https://office.test/files/discovery.xml'],
])('WOPI_CLIENT_URL %s requests %s', (url, address) => expect(discoveryAddress(url)).toBe(address));
