import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { installPacked, runConsumer } from '../scripts/release/install.ts'
import { packAll, type Packed } from '../scripts/release/pack.ts'
import { shapeFlaws } from '../scripts/release/shape.ts'
import { followed } from './support/new-user.ts'
import { packedRegistry } from './support/packed-registry.ts'
import { printedByExamples } from './support/packed-examples.ts'
import { installedVersion, mustRun, publicAddresses, run } from './support/packed.ts'
import { root, workspacePackages } from './support/workspace.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-pack-'))
const consumer = join(folder, 'consumer')

let packed: Packed[]

beforeAll(() => {
  // Built anew here, it would change under the tests that run the compiled command meanwhile.
  if (!existsSync(join(root, 'packages/cli/lib/main.js'))) throw new Error('not compiled: npm run build')
  packed = packAll(root, join(folder, 'tarballs'))
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('from the tarballs in an empty folder to the first card', () => {
  installPacked(
    consumer,
    packed.map(({ tarball }) => tarball),
  )
  writeFileSync(join(consumer, 'notes.txt'), 'first line\nTODO: second line\n')
  const card = run('npx', ['--no', 'millrace', 'call', 'grep', 'pattern=TODO', 'path=notes.txt'], consumer)
  expect(card).toMatchObject({ code: 0, stdout: expect.stringContaining('TODO: second line') })
  expect(card.stdout).toContain('notes.txt')
}, 600_000)

test('every package is installed as it was packed, with nothing but what it publishes', () => {
  for (const { manifest } of workspacePackages()) {
    expect(installedVersion(consumer, manifest.name), manifest.name).toBe(manifest.version)
  }
  const stray = workspacePackages().flatMap(({ manifest }) =>
    listing(manifest.name).filter((name) => !isPublic(name, manifest.files)),
  )
  expect(stray).toEqual([])
})

test('plain node imports each address by its name', () => {
  const program = publicAddresses()
    .map((address) => `await import(${JSON.stringify(address)})`)
    .join('\n')
  expect(run('node', ['--input-type=module', '--eval', program], consumer)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
})

test('a consumer type-checks and runs against the compiled types', () => {
  expect(runConsumer(root, consumer)).toBe('{"text":"hellohello"}\n')
})

test('the examples type-check against the compiled types, and run', () => {
  const printed = printedByExamples(consumer)
  expect(printed.get('tool-in-ten-lines')).toBe('hello-world\n')
  expect([...printed].filter(([, text]) => text === '').map(([name]) => name)).toEqual([])
})

test('every tarball has the shape that npm and compilers expect', async () => {
  const flaws = await Promise.all(packed.map(({ tarball }) => shapeFlaws(tarball)))
  expect(flaws.flatMap((each, at) => each.map((flaw) => `${packed[at]?.name}: ${flaw}`))).toEqual([])
})

test('every tarball says what it is and under which licence', () => {
  const silent = packed.filter(
    ({ name }) => !['README.md', 'LICENSE'].every((file) => listing(name).includes(file)),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test(
  'whoever follows "get started" word for word in an empty folder succeeds',
  { timeout: 600_000 },
  async () => {
    const elsewhere = mustRun('npm', ['config', 'get', 'registry'], root).trim()
    const registry = await packedRegistry(packed, elsewhere)
    onTestFinished(() => registry.close())
    const problems = await followed('docs/en/guide/get-started.md', {
      folder: join(folder, 'new-user'),
      registry: registry.url,
    })
    expect(problems.join('\n\n')).toBe('')
  },
)

function listing(name: string): string[] {
  const tarball = packed.find((each) => each.name === name)?.tarball
  if (tarball === undefined) throw new Error(`${name} was not packed`)
  const listed = mustRun('tar', ['-tzf', tarball], folder).trim().split('\n')
  return listed.map((entry) => entry.replace('package/', ''))
}

/** Whether a file belongs into a published package: what it declares, without tests, sources and build settings. */
function isPublic(name: string, files: readonly string[]): boolean {
  if (/^(?:package\.json|README\.md|LICENSE)$/.test(name)) return true
  if (files.includes(name)) return true
  if (files.includes('dist') && name.startsWith('dist/')) return /\.(?:js|css|html|svg)$/.test(name)
  const declared = files.some((entry) => name.startsWith(`${entry.split('/')[0]}/`))
  return declared && /\.(?:js|d\.ts)(?:\.map)?$/.test(name) && !name.includes('.test')
}
