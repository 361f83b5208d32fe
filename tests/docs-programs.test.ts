import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { Context } from '@deepseek-ai/cordis'
import { ToolRuntime } from '@millrace/tools'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fencesOf, placeOf, type Fence } from './docs/fences.ts'
import { fileOf, moduleOf, promised } from './docs/program.ts'
import { declarations, type Place, type Ran, type Stage, type Surroundings } from './docs/stage.ts'
import { stageOf, stages } from './docs/stages.ts'
import { statusServer } from './docs/stages/files.ts'
import { run } from './support/packed.ts'
import { root } from './support/workspace.ts'

const programs = fencesOf('ts')

// Inside the checkout, so that the packages are found by their names.
const folder = join(root, 'node_modules', '.cache', 'millrace-docs')
const away = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-docs-')))
const place: Place = { home: away, project: join(away, 'project') }
const server = await statusServer()

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'surroundings.d.ts'), declarations('../../../tests/docs'))
  const places = { '/home/me': place.home, '/var/lib': place.home, '127.0.0.1:8080': server.at }
  for (const program of programs) writeFileSync(join(folder, fileOf(program)), moduleOf(program, places))
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { noEmit: true, declaration: false },
    include: ['.'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['src', 'notes']) mkdirSync(join(place.project, name), { recursive: true })
  const scripts = { test: 'echo all of them passed' }
  writeFileSync(join(place.project, 'package.json'), JSON.stringify({ name: 'project', scripts }))
  writeFileSync(join(place.project, 'src/index.ts'), 'export {}\n')
  writeFileSync(join(place.project, 'a'), 'a line to read\n')
})

afterAll(() => {
  server.close()
  for (const each of [folder, away]) rmSync(each, { recursive: true, force: true })
})

describe('the programs in the pages', () => {
  test('type-check as they are written', { timeout: 600_000 }, () => {
    const { stdout } = run(join(root, 'node_modules/.bin/tsc'), ['-p', folder], root)
    const told = programs.reduce((text, each) => text.replaceAll(fileOf(each), `${placeOf(each)} +`), stdout)
    expect(told).toBe('')
  })

  const cases = programs.map((program) => ({ at: placeOf(program), program }))
  test.for(cases)('run: $at', async ({ program }, { skip }) => {
    const stage = stageOf(program)
    if (stage.skip !== undefined) skip(stage.skip)
    const ran = await onStage(program, stage)
    for (const text of promised(program)) expect(ran.printed).toContain(text)
    await stage.holds?.(ran)
  })

  test('are those that the stages are for', () => {
    const used = new Set(programs.map(stageOf))
    const idle = stages.filter((stage) => !used.has(stage))
    expect(idle.map(({ page, about }) => `${page}: no program with ${about ?? 'other marks'}`)).toEqual([])
  })
})

/** Runs a program where it may change things, and takes what it prints. */
async function onStage(program: Fence, { set }: Stage): Promise<Ran> {
  const cwd = process.cwd()
  process.chdir(place.project)
  vi.stubEnv('HOME', place.home)
  vi.stubEnv('XDG_STATE_HOME', join(place.home, 'state'))
  let printed = ''
  const log = vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => {
    printed += `${format(...words)}\n`
  })
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk)
    return true
  })
  const controller = new AbortController()
  const basic = { ctx: await plainRuntime(), agent: {}, mainAgent: {}, signal: controller.signal }
  const around: Partial<Surroundings> = { ...basic, ...(await set?.(place)) }
  for (const [name, value] of Object.entries(around)) vi.stubGlobal(name, value)
  onTestFinished(async () => {
    controller.abort()
    await around.ctx?.fiber.dispose()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  try {
    const made = (await import(/* @vite-ignore */ join(folder, fileOf(program)))) as Record<string, unknown>
    return { made, printed, place }
  } finally {
    for (const spy of [log, error, write]) spy.mockRestore()
    process.chdir(cwd)
  }
}

async function plainRuntime(): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(ToolRuntime)
  return ctx
}
