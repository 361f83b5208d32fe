import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { JsonValue } from '@millrace/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsOn, guardedTools, type Call } from './support/calls.ts'
import {
  explainMissing,
  gitFiles,
  hasGit,
  hasRipgrep,
  makePeerCorpus,
  ripgrep,
} from './support/peer-corpus.ts'
import { makeWorkspace, type TestWorkspace } from './support/workspace.ts'

explainMissing()

let workspace: TestWorkspace
let call: Call

beforeAll(async () => {
  workspace = await makeWorkspace()
  if (hasGit) makePeerCorpus(workspace.folder)
  call = callsOn(guardedTools(workspace.files))
}, 120_000)
afterAll(() => workspace.remove())

const isHidden = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'))
const byUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function globbed(args: { pattern: string; path?: string }): Promise<string[]> {
  const { value } = await call('glob', { ...args, maxResults: 10_000 })
  return (value as { paths: string[] }).paths
}

describe.skipIf(!hasGit)('glob and git', () => {
  // A repository inside is one entry for git, and folders of its own kind for a search.
  const outside = (path: string): boolean => !path.startsWith('nested')

  test('** lists what git lists, but for hidden names', async () => {
    const expected = gitFiles(workspace.folder).filter((path) => outside(path) && !isHidden(path))
    expect(expected.length).toBeGreaterThan(2000)
    expect((await globbed({ pattern: '**' })).filter(outside)).toEqual(expected.sort(byUnit))
  })

  test('patterns that spell the dot list hidden names as git does', async () => {
    const expected = gitFiles(workspace.folder).filter((path) => outside(path) && isHidden(path))
    expect((await globbed({ pattern: '{**/.*,**/.*/**}' })).filter(outside)).toEqual(expected.sort(byUnit))
  })

  test('a repository inside is listed by its own rules, as git does inside it', async () => {
    const expected = gitFiles(workspace.at('nested')).filter((path) => !isHidden(path))
    expect(await globbed({ pattern: '**', path: 'nested' })).toEqual(expected.map((path) => `nested/${path}`))
    expect((await globbed({ pattern: '**' })).filter((path) => path.startsWith('nested'))).toEqual(
      expected.map((path) => `nested/${path}`),
    )
  })

  test('patterns select what git selects by the same pathspec', async () => {
    for (const pattern of ['**/*.d.ts', 'zod/*/*.js', 'highlight.js/**/a*.js', '**/[x-z]*.js']) {
      const listed = execFileSync('git', ['ls-files', '-z', '--', `:(glob)${pattern}`], {
        cwd: workspace.folder,
      })
      const expected = listed
        .toString()
        .split('\0')
        .filter((path) => path !== '' && !isHidden(path))
      expect(expected.length).toBeGreaterThan(0)
      expect((await globbed({ pattern })).filter(outside)).toEqual(expected.sort(byUnit))
    }
  })
})

describe.skipIf(!hasGit || !hasRipgrep)('glob and ripgrep', () => {
  test('** lists what ripgrep searches, and links', async () => {
    const expected = ripgrep(workspace.folder, '--files', '-0').split('\0').filter(Boolean)
    expect((await globbed({ pattern: '**' })).filter((path) => path !== 'link.js')).toEqual(
      expected.sort(byUnit),
    )
  })

  test('.ignore files count before .gitignore, at every level', async () => {
    mkdirSync(workspace.at('ruled/in'), { recursive: true })
    writeFileSync(workspace.at('ruled/.ignore'), '*.md\n!*.log\n/in/no\n')
    for (const name of ['a.md', 'b.log', 'c.txt', 'in/no', 'in/yes', 'in/d.md']) {
      writeFileSync(workspace.at(`ruled/${name}`), 'x\n')
    }
    const expected = ripgrep(workspace.folder, '--files', '-0', 'ruled').split('\0').filter(Boolean)
    expect(expected.sort(byUnit)).toEqual(['ruled/b.log', 'ruled/c.txt', 'ruled/in/yes'])
    expect(await globbed({ pattern: 'ruled/**' })).toEqual(expected)
  })
})

interface Found {
  files: {
    path: string
    count: number
    matches: { lineNumber: number; line: string; cut?: true }[]
    context?: { lineNumber: number; line: string }[]
  }[]
  total: number
  totalFiles: number
}

interface GrepArguments {
  [name: string]: JsonValue
  pattern: string
}

/** Counts of ripgrep by path. */
function counts(...args: string[]): Map<string, number> {
  const lines = ripgrep(workspace.folder, '-c', '--null', ...args, './')
    .split('\n')
    .filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [path = '', count] = line.split('\0')
      return [path.slice(2), Number(count)]
    }),
  )
}

/** Lines of ripgrep as `path:number:line`, or `path-number-line` for context. */
function lines(...args: string[]): string[] {
  return ripgrep(workspace.folder, '-n', '--null', '--no-heading', ...args, './')
    .split('\n')
    .filter((line) => line.includes('\0'))
    .map((line) => line.slice(2).replace('\0', ':').replace(/\r$/, ''))
}

function listed({ files }: Found): string[] {
  return files.flatMap(({ path, matches, context = [] }) =>
    [
      ...matches.map(({ lineNumber, line }) => ({ lineNumber, text: `${path}:${lineNumber}:${line}` })),
      ...context.map(({ lineNumber, line }) => ({ lineNumber, text: `${path}:${lineNumber}-${line}` })),
    ]
      .sort((a, b) => a.lineNumber - b.lineNumber)
      .map(({ text }) => text),
  )
}

const cases: [GrepArguments, string[]][] = [
  [{ pattern: 'function\\s+\\w+\\(' }, ['-e', '(?-u)function\\s+\\w+\\(']],
  [{ pattern: 'TODO|FIXME' }, ['-e', 'TODO|FIXME']],
  [{ pattern: '^export ' }, ['-e', '^export ']],
  [{ pattern: '\\)\\s*;?$' }, ['--crlf', '-e', '\\)(?-u:\\s)*;?$']],
  [{ pattern: '\\d{5,}' }, ['-e', '(?-u)\\d{5,}']],
  [{ pattern: 'caf.\\(' }, ['-E', 'utf-8', '-e', 'caf.\\(']],
  [{ pattern: 'café' }, ['-e', 'café']],
  [{ pattern: '\\bclass\\b' }, ['-e', '(?-u:\\b)class(?-u:\\b)']],
  [{ pattern: '[^a-z]{12}' }, ['-E', 'utf-8', '--crlf', '-e', '[^a-z]{12}']],
  [{ pattern: 'k s', ignoreCase: true }, ['-i', '-e', 'k s']],
  [{ pattern: 'ZodType', ignoreCase: true }, ['-i', '-e', 'ZodType']],
  [{ pattern: 'a.b(', literal: true }, ['-F', '-e', 'a.b(']],
  [{ pattern: '--help', literal: true }, ['-F', '-e', '--help']],
  [{ pattern: 'return', include: '*.ts' }, ['-e', 'return', '-g', '*.ts']],
  [{ pattern: 'return', include: 'zod/**/*.{cjs,js}' }, ['-e', 'return', '-g', 'zod/**/*.{cjs,js}']],
  [{ pattern: 'nothing has this text' }, ['-e', 'nothing has this text']],
]

describe.skipIf(!hasGit || !hasRipgrep)('grep and ripgrep', () => {
  test.each(cases)('%j counts the same lines in the same files', async (args, peer) => {
    const found = (await call('grep', { ...args, maxResults: 2000 })).value as unknown as Found
    // Overrides of ripgrep bring ignored files back, which no include here does.
    const expected = [...counts(...peer)].filter(
      ([path]) => !path.endsWith('.mjs') || path.startsWith('sub/'),
    )
    expect(found.totalFiles).toBe(expected.length)
    expect(found.total).toBe(expected.reduce((sum, [, count]) => sum + count, 0))
    const first = expected.sort(([a], [b]) => byUnit(a, b)).slice(0, found.files.length)
    expect(found.files.map(({ path, count }) => [path, count])).toEqual(first)
  })

  test.each([
    [{ pattern: 'function (one|two|café|wide|kept)' }, ['-e', 'function (one|two|café|wide|kept)']],
    [{ pattern: 'interface ZodType', context: 2 }, ['-C', '2', '-e', 'interface ZodType']],
    [{ pattern: 'return 1', include: '*rlf.js', context: 1 }, ['-C1', '-e', 'return 1', '-g', '*rlf.js']],
  ])('%j lists the same lines', async (args, peer) => {
    const found = (await call('grep', { ...args, maxResults: 2000 })).value as unknown as Found
    const expected = lines(...peer)
    expect(found.total).toBeGreaterThan(0)
    const whole = (line: string): boolean => line.length < 400
    expect(listed(found).filter(whole)).toEqual(expected.filter(whole).sort(byPlace))
  })
})

describe.skipIf(!hasGit || !hasRipgrep)('a line that grep cuts', () => {
  const around = 'x y.'.repeat(150)
  const inside = [';;return', 'aFUNCTION', 'nABCDEFGH', '12345678', 'rreturn', '\u212afunction{return']

  test.each([
    [{ pattern: 'function', ignoreCase: true }, ['-i', '-e', 'function']],
    [{ pattern: '[A-Z]{6}' }, ['-e', '[A-Z]{6}']],
    [{ pattern: '\\d{5,}' }, ['-e', '(?-u)\\d{5,}']],
    [{ pattern: 'return' }, ['-e', 'return']],
    [{ pattern: 'r+eturn' }, ['-e', 'r+eturn']],
    [{ pattern: '[;{}]*return' }, ['-e', '[;{}]*return']],
    [{ pattern: '[;{}]+return.*' }, ['-e', '[;{}]+return.*']],
    [{ pattern: '\\breturn' }, ['-e', '(?-u:\\b)return']],
  ])('%j shows the first match that ripgrep finds in it', async (args, peer) => {
    const lines = inside.map((text) => around + text + around)
    writeFileSync(workspace.at('cut.js'), lines.map((line) => `${line}\n`).join(''))
    const { files } = (await call('grep', { ...args, path: 'cut.js' })).value as unknown as Found
    const found = files.flatMap(({ matches }) => matches)
    const starts = firstMatches('cut.js', ...peer)
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ lineNumber }) => lineNumber)).toEqual([...starts.keys()])
    for (const { lineNumber, line } of found) {
      const from = (starts.get(lineNumber) ?? 0) - 80
      expect(line).toBe(`…${lines[lineNumber - 1]?.slice(from, from + 398)}…`)
    }
  })
})

/** Where the first match of ripgrep begins in each line of a file, by the number of the line. */
function firstMatches(path: string, ...args: string[]): Map<number, number> {
  const found = ripgrep(workspace.folder, '--column', '--no-filename', ...args, path)
  return new Map(
    found
      .split('\n')
      .filter(Boolean)
      .map((text) => {
        const [number = '', column = ''] = text.split(':')
        const before = Buffer.from(text.slice(number.length + column.length + 2)).subarray(
          0,
          Number(column) - 1,
        )
        return [Number(number), before.toString().length]
      }),
  )
}

/** By path, then by line. */
function byPlace(a: string, b: string): number {
  const [, pathA = '', lineA] = /^(.*?):(\d+)[:-]/.exec(a) ?? []
  const [, pathB = '', lineB] = /^(.*?):(\d+)[:-]/.exec(b) ?? []
  return byUnit(pathA, pathB) || Number(lineA) - Number(lineB)
}
