import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from './support/packed.ts'
import { root } from './support/workspace.ts'

/** A program in a page. */
interface Snippet {
  readonly page: string
  readonly line: number
  readonly code: string
}

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((page) => page.endsWith('.md'))

const snippets = pages.flatMap((page) => snippetsOf(page, readFileSync(join(root, page), 'utf8')))

// Inside the checkout, so that the packages are found by their names.
const folder = join(root, 'node_modules', '.cache', 'millrace-docs')

/** What the pages take for granted. */
const surroundings = `
declare const ctx: import('@deepseek-ai/cordis').Context
declare const agent: object
declare const mainAgent: object
declare const signal: AbortSignal
declare const reply: import('@millrace/tools').ToolDefinition
declare const events: import('@millrace/protocol').SessionEvent[]
declare const root: import('@millrace/host').ConfinedRoot
declare function find(query: string, limit: number): Promise<string[]>
declare function count(path: string, blank: boolean, signal: AbortSignal): Promise<number>
type Admission = { tool: string }
type Outcome = { value: unknown }
type Result = { text: string }
type Call = { name: string }
declare const calls: Call[]
type ChatMessage = { role: 'user'; content: string } | { role: 'assistant'; content: string; tool_calls?: ChatCall[] }
type ChatCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
type ClaudeBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown }
type ClaudeMessage = { role: 'user'; content: string } | { role: 'assistant'; content: ClaudeBlock[] }
declare const model: import('ai').LanguageModel
declare const openai: {
  chat: { completions: { create(request: object): Promise<{ choices: [{ message: ChatMessage & { tool_calls?: ChatCall[] } }] }> } }
  responses: { create(request: object): Promise<{ id: string; output: { type: string }[] }> }
}
declare const anthropic: { messages: { create(request: object): Promise<{ content: ClaudeBlock[] }> } }
declare function jobOf(call: Call): import('@millrace/schedule').Job<Admission, Outcome, Result>
`

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'surroundings.d.ts'), surroundings)
  for (const snippet of snippets) writeFileSync(join(folder, fileOf(snippet)), moduleOf(snippet))
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { noEmit: true, declaration: false, skipLibCheck: true },
    include: ['.'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the programs in the pages', () => {
  test('are there', () => expect(snippets.length).toBeGreaterThan(5))

  test('type-check as they are written', () => {
    const { stdout } = run(join(root, 'node_modules/.bin/tsc'), ['-p', folder], root)
    expect(stdout).toBe('')
  })

  test('run, where the README shows one', async () => {
    const [first] = snippets.filter(({ page }) => page === 'README.md')
    if (first === undefined) throw new Error('the README shows no program')
    const shown = join(folder, fileOf(first))
    const { result } = (await import(/* @vite-ignore */ shown)) as { result: unknown }
    expect(result).toMatchObject({ isError: true, error: { message: 'set POLITE first' } })
  })

  test('run, where the page of agents shows a first one', async () => {
    const [first] = snippets.filter(({ page }) => page === 'docs/en/packages/agent.md')
    if (first === undefined) throw new Error('the page shows no program')
    const shown = join(folder, fileOf(first))
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { result } = (await import(/* @vite-ignore */ shown)) as { result: unknown }
    expect(result).toMatchObject({ reason: 'done', text: 'Ada was greeted.', totals: { calls: { done: 1 } } })
    expect(log).toHaveBeenLastCalledWith('done', 'Ada was greeted.', 1)
  })

  test('run, where the page of Code Mode shows a first one', async () => {
    const [first] = snippets.filter(({ page }) => page === 'docs/en/packages/code-mode.md')
    if (first === undefined) throw new Error('the page shows no program')
    const shown = join(folder, fileOf(first))
    const { result } = (await import(/* @vite-ignore */ shown)) as { result: unknown }
    expect(result).toMatchObject({ isError: false, value: { logs: [], result: [4, 6] } })
  })
})

function snippetsOf(page: string, text: string): Snippet[] {
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1] ?? '',
  }))
}

function fileOf({ page, line }: Snippet): string {
  return `${page.replaceAll(/[^A-Za-z0-9]/g, '-')}-${line}.ts`
}

/** A snippet as a module that gives away its result. */
function moduleOf({ code }: Snippet): string {
  return code.includes('const result =') ? `${code}\nexport { result }\n` : `${code}\nexport {}\n`
}
