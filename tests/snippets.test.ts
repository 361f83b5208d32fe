import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cut } from '../scripts/catalog/snippets.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-snippets-'))
mkdirSync(join(folder, 'examples'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const example = `// Says hello.
function main(): void {
  // #region core
  if (polite) {
    greet()
  }
  // #endregion core
}
// #region open
// #region twice
// #endregion twice
// #region twice
// #endregion twice
`
writeFileSync(join(folder, 'examples/hello.ts'), example)
writeFileSync(join(folder, 'examples/rules.jsonc'), '{ "mode": "plan" }\n')
writeFileSync(join(folder, 'examples/page.md'), '```sh\nls\n```\n')

const page = (source: string, fence = '```\n```'): string =>
  `# Page\n<!-- snippet: ${source} -->\n${fence}\nend\n`
const flawsOf = (text: string) => cut(folder, 'docs/en/page.md', text).flaws

describe('snippets of pages', () => {
  test('are a region without its markers and the indent that all its lines share', () => {
    const { text } = cut(folder, 'README.md', page('examples/hello.ts#core'))
    expect(text).toBe(page('examples/hello.ts#core', '```ts\nif (polite) {\n  greet()\n}\n```'))
  })

  test('are a whole file where no region is named, in the language of its ending', () => {
    const { text } = cut(folder, 'README.md', page('examples/rules.jsonc'))
    expect(text).toBe(page('examples/rules.jsonc', '```jsonc\n{ "mode": "plan" }\n```'))
  })

  test('stand in a longer fence than any of their own', () => {
    const { text } = cut(folder, 'README.md', page('examples/page.md'))
    expect(text).toBe(page('examples/page.md', '````md\n```sh\nls\n```\n````'))
    expect(cut(folder, 'README.md', text).text).toBe(text)
  })

  test('replace what a fence held before, so that drift shows as a difference', () => {
    const { text } = cut(
      folder,
      'README.md',
      page('examples/rules.jsonc', '```jsonc\n{ "mode": "bypass" }\n```'),
    )
    expect(text).toBe(page('examples/rules.jsonc', '```jsonc\n{ "mode": "plan" }\n```'))
  })

  test('leave a marker alone that is shown within a fence', () => {
    const shown = '```text\n<!-- snippet: examples/absent.ts -->\n```\n'
    expect(cut(folder, 'README.md', shown)).toEqual({ text: shown, flaws: [] })
  })

  test.each([
    ['examples/absent.ts', 'names a file that is not there'],
    ['examples/hello.ts#absent', 'names a region that is not there: // #region absent'],
    ['examples/hello.ts#open', 'names a region that is never closed: add // #endregion open'],
    ['examples/hello.ts#twice', 'names a region that begins twice'],
  ])('of %s are a flaw, and the fence stays', (source, what) => {
    const before = page(source, '```ts\nkept()\n```')
    const flaw = { where: 'docs/en/page.md:2', what: `the snippet ${source} ${what}` }
    expect(cut(folder, 'docs/en/page.md', before)).toEqual({ text: before, flaws: [flaw] })
  })

  test('need a fence below their marker', () => {
    expect(flawsOf('<!-- snippet: examples/hello.ts#core -->\n\nwords\n')).toEqual([
      {
        where: 'docs/en/page.md:1',
        what: expect.stringContaining('has no fence on the next line'),
      },
    ])
  })
})
