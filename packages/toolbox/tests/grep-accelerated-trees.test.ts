import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTools } from '@millrace/tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grepTool } from '../src/grep/tool.ts'
import { callsOn } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { hasRipgrep } from './support/peer-corpus.ts'
import { usingRipgrep } from './support/search-paths.ts'

const { workspace, call } = inWorkspace()

const name = fc.constantFrom('a', 'b', 'ab', 'a.x', '.a', '.x', 'B', 'a b', 'é')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const content = fc.constantFrom(
  'needle\n',
  'needle\r\nno\nneedle',
  'no\n',
  '',
  'needle\0',
  '\ufeffneedle é\n',
)
const part = fc.constantFrom('a', 'b', 'a*', '*', '*.x', '**', '[ab]', '.a', 'B', 'a b', '?', '\\a')
const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '!/'),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/'),
  )
  .map(([before, parts, after]) => before + parts.join('/') + after)
const ruleFile = fc
  .tuple(
    fc.constantFrom('.gitignore', '.gitignore', '.ignore', '.git/info/exclude'),
    fc.option(path, { nil: '' }),
  )
  .map(([file, folder]) => join(folder, file))

const trees = fc.record({
  files: fc.uniqueArray(fc.tuple(path, content), { minLength: 3, maxLength: 16, selector: ([at]) => at }),
  rules: fc.uniqueArray(fc.tuple(ruleFile, fc.array(rule, { minLength: 1, maxLength: 3 })), {
    maxLength: 4,
    selector: ([at]) => at,
  }),
  repositories: fc.array(path, { maxLength: 2 }),
})

describe.skipIf(!hasRipgrep)('grep with ripgrep', () => {
  const ripgrep = usingRipgrep()

  test('gives the same results whatever the tree and its rules', { timeout: 300_000 }, async () => {
    let index = 0
    let counted = 0
    await fc.assert(
      fc.asyncProperty(trees, async ({ files, rules, repositories }) => {
        const top = `t${(index += 1)}`
        for (const [at, text] of files) await putFile(join(top, at), text)
        for (const [at, lines] of rules) await putFile(join(top, at), `${lines.join('\n')}\n`)
        for (const at of repositories) await putFile(join(top, at, '.git/HEAD'), 'needle\n')
        const counting = ripgrep.accelerator(workspace.folder)
        const accelerator: typeof counting = {
          count: async (request) => {
            const tree = await counting.count(request)
            if (tree !== undefined) counted += 1
            return tree
          },
        }
        const both = callsOn(createTools({ tools: [grepTool(workspace.files, { accelerator })] }))
        const args = { pattern: 'needle', path: top, context: 1 }
        expect((await both('grep', args)).value).toEqual((await call('grep', args)).value)
      }),
      { numRuns: 60 },
    )
    expect(counted).toBeGreaterThan(10)
  })
})

/** Where a file stands in the way of a folder, or a folder in that of a file, nothing is put. */
async function putFile(path: string, content: string): Promise<void> {
  const at = join(workspace.folder, path)
  try {
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, content)
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
