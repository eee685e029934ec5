import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributesOf, XmlError, type XmlToken, xmlTokens } from './xml.ts';

async function tokensOf(...pieces: readonly (string | Uint8Array)[]): Promise<XmlToken[]> {
  const tokens: XmlToken[] = [];
  const bytes = (async function* () {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  })();
  for await (const some of xmlTokens(bytes)) tokens.push(...some);
  return tokens;
}

/** Tokens as one text; adjacent texts are joined. */
const shown = (tokens: readonly XmlToken[]) =>
  tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      if (token.kind === 'close') return `[/${token.name}]`;
      return `[${token.name}${token.attributes}${token.isEmpty ? '/' : ''}]`;
    })
    .join('');

describe('XML of Office documents', () => {
  test.each([
    ['<a:b x="1"/>', '[b x="1"/]'],
    ['<w:p><w:t xml:space="preserve"> hi </w:t></w:p>', '[p][t xml:space="preserve"] hi [/t][/p]'],
    ['<a>1 &lt; 2 &amp;&#65;&#x42;&quot;</a>', '[a]1 < 2 &AB"[/a]'],
    ['<a x=">" y=\'"\'>t</a>', '[a x=">" y=\'"\']t[/a]'],
    ['<?xml version="1.0"?><!-- <b> --><a><![CDATA[<&amp;]]></a>', '[a]<&amp;[/a]'],
    ['<a>&unknown; & alone</a>', '[a]&unknown; & alone[/a]'],
    ['<a>&#xD800;&#x110000;</a>', '[a]\uFFFD&#x110000;[/a]'],
    ['text <without end', 'text '],
  ])('%s is read as its tokens', async (xml, expected) => expect(shown(await tokensOf(xml))).toBe(expected));

  test('XML in UTF-16 with a byte order mark is read', async () => {
    const utf16 = Buffer.from('\uFEFF<a>ä</a>', 'utf16le');
    expect(shown(await tokensOf(utf16))).toBe('[a]ä[/a]');
    expect(shown(await tokensOf(Buffer.from(utf16).swap16()))).toBe('[a]ä[/a]');
  });

  test('a DTD is refused, so that no entity is expanded', async () => {
    await expect(tokensOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).rejects.toThrow(XmlError);
  });

  test('a tag without an end is refused', async () => {
    const pieces = Array.from({ length: 8 }, () => 'x'.repeat(100_000));
    await expect(tokensOf('<a b="', ...pieces)).rejects.toThrow('a tag without end');
  });

  test('a comment without an end needs no memory, however long it is', async () => {
    const pieces = Array.from({ length: 40 }, () => '<!--'.repeat(100_000));
    expect(await tokensOf(...pieces)).toEqual([]);
  });

  test('the tokens do not depend on how the text is split into pieces', async () => {
    const part = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="&lt;>"/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&#x41;',
      'ö',
      '<?',
      '?>',
      't',
      '&',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(200)), async (parts, cuts) => {
        const bytes = Buffer.from(`${parts.join('')}<end/>`);
        const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].toSorted(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((end, n) => bytes.subarray(places[n], end));
        expect(shown(await tokensOf(...pieces))).toBe(shown(await tokensOf(bytes)));
      }),
    );
  });
});

describe('the attributes of XML tags', () => {
  test('attributes are named without their prefix, except that r:id differs from id', () => {
    const attributes = attributesOf(' id="256" rel:id=\'rId2\' w:val = "a &amp; b" broken');
    expect([...attributes]).toEqual([
      ['id', '256'],
      ['r:id', 'rId2'],
      ['val', 'a & b'],
    ]);
  });

  test.each(['', '=', '"', 'a="', 'a=\'x" b="y'])('the text %j contains no attributes', (text) =>
    expect(attributesOf(text).size).toBe(0),
  );
});
