import type { Word } from '../lexer/syntax.ts'
import { mayBeOption } from './arguments.ts'
import type { Finding } from './finding.ts'
import { optionsOf } from './options.ts'
import { applyRole } from './roles.ts'
import { alike, type ProgramSchema, type Programs } from './schema.ts'

/** Options come first, then a script and whatever it takes. */
function scripts(schema: ProgramSchema): ProgramSchema {
  return { anyArguments: true, read: (finding, words) => readScriptCall(finding, schema, words) }
}

function readScriptCall(finding: Finding, schema: ProgramSchema, words: readonly Word[]): void {
  const options = optionsOf(schema)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (!word) return
    if (mayBeOption(word)) finding.doubts(`"${word.text}" may become an option`)
    if (!word.text.startsWith('-') || word.text === '-') {
      finding.runsFile(word)
      for (const argument of words.slice(index + 1)) applyRole(finding, 'any', argument)
      return
    }
    if (options.get(word.text)?.kind === 'flag') {
      if (words.length === 1 && asking.test(word.text)) return
      continue
    }
    return finding.doubts(`what "${word.text}" makes it run is not known`)
  }
  finding.runsInput()
}

const asking = /^(?:--version|-[vVh]|--help|--test)$/

/** Programs that run programs in a language of their own. */
export const interpreterPrograms: Programs = {
  node: scripts({
    flags:
      '--version -v --help -h --expose-gc --enable-source-maps --experimental-strip-types --no-warnings ' +
      '--trace-warnings --trace-uncaught --test --watch --check -c --experimental-transform-types',
  }),
  ...alike(
    'python python2 python3 pypy3',
    scripts({ flags: '--version -V --help -h -u -B -O -E -s -S -I -q' }),
  ),
  ...alike('ruby', scripts({ flags: '--version -v --help -h -w' })),
  ...alike('perl', scripts({ flags: '--version -v --help -h -w' })),
  ...alike(
    'php lua luajit Rscript osascript tclsh swift julia elixir ghci',
    scripts({ flags: '--version -v --help -h' }),
  ),
  ...alike('tsx ts-node', scripts({ flags: '--version -v --help -h --no-cache' })),
  ...alike('bun deno', {
    anyArguments: true,
    read: (finding, words) => {
      if (!words[0] || !/^(?:test|fmt|lint|check|install|--version|--help)$/.test(words[0].text)) {
        finding.doubts('it runs a program')
      }
      for (const word of words) {
        if (word.text.startsWith('-') && word.text !== words[0]?.text) {
          finding.doubts(`what "${word.text}" makes it do is not known`)
        }
        applyRole(finding, 'any', word)
      }
    },
  }),
  ...alike('vi vim nvim view ex ed emacs nano pico', { rest: 'write', doubt: 'an editor can run anything' }),
  ...alike('less more most man info pager zless zmore bzless xzless', {
    flags: '-F -X -R -N -S',
    values: { text: '-n' },
    rest: 'read',
    doubt: 'a pager can run anything',
  }),
  ...alike('gdb lldb sqlite3 mysql psql redis-cli bc', { rest: 'any', obeysInput: true }),
  ...alike('code open xdg-open start', { rest: 'any', doubt: 'it starts another program' }),
}
