import { test } from 'vitest'
import { highlighter } from '../src/highlight.ts'
import { languages } from '../src/highlight/languages.ts'
const seeds = [
  '(',
  '[',
  '{',
  '<',
  '`',
  '"',
  "'",
  '/',
  '\\',
  'a',
  ' ',
  'a ',
  '=',
  '$',
  '${',
  '/*',
  '//',
  '<a ',
  '<a',
  'a(',
  'a<',
  '#',
  '-',
  '--',
  '*',
  '_',
  '**',
  '!',
  '0',
  '0.',
  '0x',
  '_0',
  '@',
  '&',
  '|',
  'a.',
  'a:',
  ': ',
  '- ',
  '\t',
  'function ',
  'class ',
  'const a=',
  '() ',
  '(a',
  '=>',
  '[]',
  '![',
  '](',
  '<<',
  'R"',
  'r#',
  '.',
  ',',
  ';',
  '+',
  '~',
  '%',
  '^',
  '?',
  'é',
  '\n',
  ' \n',
  '(\n',
  '"\\',
  "'\\",
  '<!',
  '<!--',
  '<?',
  '<%',
  ']',
  ')',
  '}',
  '>',
  'a=',
  "a='",
  'f(((',
  'public ',
  'A<B<',
  'operator',
  'template<',
  'ab_',
  'aA',
  '1e',
  '1_',
  '`${',
  '=begin\n',
  '__END__',
  'q(',
  '%w(',
  '/a',
  '(?',
  'a\n===',
  '>>>',
  '> ',
  '1. ',
  '  * ',
  '@@ ',
  '+++ ',
  'Index: ',
  'def a(',
  '@a',
  'x = ',
  '\u{1f600}',
  'SELECT ',
  '::',
  'a::',
  '&&',
  '-a',
  ' -a',
  'if ',
  'new ',
  'return ',
  '= /',
  '(a,',
  '{a:',
  '(a)',
  '(a) ',
  '<A>',
  '</a',
  '<a>',
  '<a b="',
  "<a b='",
  'a b ',
  '"a" ',
  "''",
  '""',
  '"""',
  "'''",
  '#{',
  '%{',
  '\\\n',
  ':a',
  '[a]',
  '[a](b',
  '<a:b',
  'http://',
  '~~~',
  '```\n',
  '    ',
  'a_b_',
  '*a*',
  '_a_',
  'a\n',
  'a \n',
  'ab_\n',
  'public static\n',
  '0.\n',
  'a.b\n',
  'a,\n',
  '{\n',
  '<a\n',
  'a b\n',
  '[a\n',
  '"\n',
  "'\n",
  '`\n',
  '/*\n',
]

const cost = (f: () => void): number => {
  let best = Infinity
  for (let i = 0; i < 3; i++) {
    const t = process.cpuUsage()
    f()
    const d = process.cpuUsage(t)
    best = Math.min(best, d.user / 1000)
    if (best < 8) break
  }
  return best
}
test('x', () => {
  const h = highlighter()
  for (const lang of Object.keys(languages)) h('a', lang)
  for (const [L, T] of [[200, 8000]] as const) {
    const worst: [number, string, string, string][] = []
    for (const lang of Object.keys(languages))
      for (const s of seeds)
        for (const tail of ['', 'x!']) {
          const line = s.includes('\n')
            ? ''
            : s.repeat(Math.ceil(L / s.length)).slice(0, L - tail.length - 1) + tail
          const code = s.includes('\n')
            ? s
                .repeat(Math.ceil(T / s.length))
                .slice(0, T)
                .split('\n')
                .slice(0, 200)
                .join('\n')
            : Array.from({ length: Math.floor(T / L) }, () => line).join('\n')
          worst.push([cost(() => h(code, lang)), lang, s, tail])
        }
    worst.sort((a, b) => b[0] - a[0])
    console.log(
      L,
      T,
      '\n' +
        worst
          .slice(0, 60)
          .map(([m, l, s, t]) => `${m.toFixed(1)} ${l} ${JSON.stringify(s)} ${t}`)
          .join('\n'),
    )
  }
}, 600000)
