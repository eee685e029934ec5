import { describe, expect, test } from 'vitest';
import { realPicture } from '../../../testing/pictures.ts';
import { emlPage } from './eml.ts';
import { msgPage } from './msg.ts';

const picture = await realPicture({ width: 4, height: 4, format: 'png' });

const HEAD = [
  'From: "Ada <b> Lovelace" <ada@firm.example>',
  'To: Ben <ben@client.example>, eve@client.example',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= & papers',
  'Date: Mon, 2 Nov 2026 10:00:00 +0100',
  'MIME-Version: 1.0',
];

const mail = (...lines: readonly string[]) => Buffer.from([...HEAD, ...lines].join('\r\n'));

const part = (type: string, content: string, ...headers: readonly string[]) =>
  ['--x', `Content-Type: ${type}`, ...headers, '', content].join('\r\n');

const htmlMail = (html: string) => mail('Content-Type: text/html; charset=utf-8', '', html);

describe('USE-32 a mail as a page', () => {
  test('USE-32 the page has headers, body and the names of attachments', async () => {
    const html = await emlPage(
      mail(
        'Content-Type: multipart/mixed; boundary=x',
        '',
        part('text/plain', 'Dear <Ben>'),
        part('application/pdf', 'AAAA', 'Content-Disposition: attachment; filename="fee &.pdf"'),
        '--x--',
      ),
    );
    expect(html).toContain('Grüße &amp; papers');
    expect(html).toContain('Ada &lt;b&gt; Lovelace');
    expect(html).toContain('eve@client.example');
    expect(html).toMatch(/Monday, November 2, 2026 at 9:00\sAM UTC/);
    expect(html).toContain('Dear &lt;Ben&gt;');
    expect(html).toMatch(/1 attachment<.*fee &amp;\.pdf/);
  });

  test('USE-32 embedded images of the mail are shown and not listed as attachments', async () => {
    const html = await emlPage(
      mail(
        'Content-Type: multipart/related; boundary=x',
        '',
        part('text/html', '<p>see <img src="cid:a@b" alt="logo"></p>'),
        part(
          'image/png; name=logo.png',
          picture.toString('base64'),
          'Content-ID: <a@b>',
          'Content-Transfer-Encoding: base64',
        ),
        '--x--',
      ),
    );
    expect(html).toContain(`src="data:image/png;base64,${picture.toString('base64')}"`);
    expect(html).not.toContain('logo.png');
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event', '<b onclick="alert(1)">x</b>'],
    ['a remote image', '<img src="https://tracker.example/p.gif" width=1 height=1>'],
    ['an image without a scheme', '<img src="//tracker.example/p.gif">'],
    ['an image set', '<img srcset="https://tracker.example/p.gif 1x">'],
    ['a background', '<table background="https://tracker.example/p.gif"><tr><td>x</td></tr></table>'],
    ['a style', '<div style="background:url(https://tracker.example/p.gif)">x</div>'],
    [
      'a style sheet',
      '<style>@import "https://tracker.example/a.css"</style><link rel=stylesheet href="https://tracker.example">',
    ],
    ['a frame', '<iframe src="https://tracker.example"></iframe>'],
    ['a form', '<form action="https://tracker.example"><input name=a></form>'],
    ['an object', '<object data="https://tracker.example"></object><embed src="https://tracker.example">'],
    ['SVG', '<svg><image href="https://tracker.example/p.gif"/></svg>'],
    ['a base', '<base href="https://tracker.example/">'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://tracker.example">'],
    ['an unclosed tag', '<img src="https://tracker.example/p.gif'],
  ])('USE-32 nothing active or remote remains of a mail with %s', async (_, body) => {
    const html = await emlPage(htmlMail(`<p>before</p>${body}`));
    expect(html).toContain('before');
    expect(html).not.toMatch(
      /tracker\.example|alert|<script|onclick|<form|<iframe|<svg|<meta http-equiv="refresh/i,
    );
  });

  test('USE-32 a link has no target and shows its address', async () => {
    const html = await emlPage(htmlMail('<a href="https://client.example/">our <b>page</b></a>'));
    expect(html).toContain('<a title="https://client.example/">our <b>page</b></a>');
  });

  test('USE-32 HTML with 100,000 levels is processed within the time limit', async () => {
    const html = await emlPage(htmlMail('<div>'.repeat(100_000)));
    expect(html.length).toBeLessThan(1_000_000);
  });

  test('USE-32 a mail whose body is too long for the preview says so', async () => {
    const html = await emlPage(htmlMail('<p>long</p>'.repeat(800_000)));
    expect(html).toContain('The text of this mail is too long for the preview. Download the file to see it.');
    expect(html).not.toContain('no text');
  });

  test.each([
    ['not a mail', Buffer.from('just a text\nwithout headers')],
    ['nothing', Buffer.alloc(0)],
    ['a binary file', picture],
  ])('USE-32 %s is refused as a mail', async (_, bytes) => {
    await expect(emlPage(bytes)).rejects.toThrow('it is not a mail');
    await expect(msgPage(bytes)).rejects.toThrow(/./);
  });
});
