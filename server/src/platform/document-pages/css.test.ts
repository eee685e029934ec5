import { expect, test } from 'vitest';
import { safeCss } from './css.ts';

test.each([
  ['a{color:red}', 'a{color:red}'],
  ['a{background:url(https://x.example/a)}', 'a{background:none}'],
  ['a{background:URL( "//x.example/a" ) no-repeat}', 'a{background:none no-repeat}'],
  ['a{background:u\\72l(https://x.example)}', 'a{background:ul(https://x.example)}'],
  ['a{background:ur\\l(https://x.example)}', 'a{background:none}'],
  ['@import "https://x.example/a.css";', '  "https://x.example/a.css";'],
  ['@im<port "https://x.example/a.css";', '@im port "https://x.example/a.css";'],
  ['a{background:u/**/rl(https://x.example)}', 'a{background:u  rl(https://x.example)}'],
  ['a{background:url(data:image/png;base64,AAAA)}', 'a{background:url(data:image/png;base64,AAAA)}'],
  ['a{background:url(data:image/svg+xml;base64,AAAA)}', 'a{background:none}'],
  ['a{background:image-set("https://x.example/a" 1x)}', 'a{background:none}'],
  ['a{b:url(https://x.example', 'a{b:none'],
  ['</style><script>', ' /style> script>'],
  ['p:before{content:"1\\9"}', 'p:before{content:"1\\9"}'],
])('USE-31 the CSS %j of a document becomes %j', (css, safe) => expect(safeCss(css)).toBe(safe));
