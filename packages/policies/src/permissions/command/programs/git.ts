import type { Word } from '../lexer/syntax.ts'
import { readArguments } from './arguments.ts'
import type { Finding } from './finding.ts'
import { gitSubcommands } from './git-subcommands.ts'
import type { Programs } from './schema.ts'

// They change how the output comes out, and nothing else.
const plainGlobals = new Set(
  '--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects --no-lazy-fetch --no-advice'.split(
    ' ',
  ),
)
const globalsWithValue = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
)

const subcommands = new Map(Object.entries(gitSubcommands))

/** `git`, its options, a subcommand and what that takes. */
function readGit(finding: Finding, words: readonly Word[]): void {
  let index = 0
  for (; words[index]?.text.startsWith('-'); index += 1) {
    const text = words[index]?.text ?? ''
    if (words.length === 1 && /^(?:--version|--help|-v|-h)$/.test(text)) return
    if (plainGlobals.has(text)) continue
    finding.doubts(`"${text}" changes what git does`)
    if (globalsWithValue.has(text)) index += 1
  }
  const name = words[index]
  if (name === undefined) return
  if (name.unknown !== undefined || name.pattern !== undefined) {
    return finding.doubts(`what "${name.text}" stands for is not known`)
  }
  // The same command without those options, so that a rule about it meets it.
  if (index > 0) {
    const plainly = [finding.program, ...words.slice(index)]
    return finding.doubt === undefined ? finding.runs(plainly) : finding.runsElsewhere(plainly)
  }
  const schema = subcommands.get(name.text)
  if (!schema) return finding.doubts(`"git ${name.text}" may be an alias, or do anything`)
  readArguments(finding, schema, words.slice(1))
}

/** `git`. */
export const gitPrograms: Programs = { git: { anyArguments: true, read: readGit } }
