// Releases every package of the workspace: npm run release -- --dry-run
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { messageOf } from '@millrace/protocol'
import { installPacked, runConsumer } from './release/install.ts'
import { dependencyOrder, type Manifest } from './release/order.ts'
import { packAll, type Packed } from './release/pack.ts'
import { flawsBeforeRelease, readCheckout, tagOf } from './release/preflight.ts'
import { hasProvenance, publishAll } from './release/publish.ts'
import { mustRun, run } from './release/run.ts'
import { shapeFlaws } from './release/shape.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const usage = 'usage: npm run release -- [--dry-run] [--yes]'

/** Answers the exit code. A dry run names everything that is wrong; a release ends at the first of it. */
export async function main(words: readonly string[]): Promise<number> {
  const asked = read(words)
  if (asked === undefined) return 2
  const isDry = asked['dry-run']
  const provenance = hasProvenance(process.env)
  const checkout = readCheckout(root)
  const flaws = flawsBeforeRelease(checkout, { provenance })
  report('the checkout', flaws)
  if (flaws.length > 0 && !isDry) return 1
  const folder = mkdtempSync(join(tmpdir(), 'millrace-release-'))
  try {
    const packed = inOrder(build(folder), checkout.manifests)
    flaws.push(...(await checkShapes(packed)))
    if (flaws.length > 0 && !isDry) return 1
    tryOut(join(folder, 'consumer'), packed, checkout.version)
    plan(packed, checkout.version, provenance)
    if (isDry) return flaws.length === 0 ? 0 : 1
    if (!asked.yes && !(await agrees(checkout.version))) return 1
    release(packed, checkout.version, provenance)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(words: readonly string[]): { readonly 'dry-run': boolean; readonly yes: boolean } | undefined {
  const isOff = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ args: [...words], options: { 'dry-run': isOff, yes: isOff } }).values
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`)
    return undefined
  }
}

function build(folder: string): Packed[] {
  mustRun('npm', ['run', 'build'], root)
  return packAll(root, join(folder, 'tarballs'))
}

function inOrder(packed: readonly Packed[], manifests: readonly Manifest[]): Packed[] {
  return dependencyOrder(manifests).map((name) => {
    const found = packed.find((each) => each.name === name)
    if (found === undefined) throw new Error(`${name} was not packed`)
    return found
  })
}

async function checkShapes(packed: readonly Packed[]): Promise<string[]> {
  const flaws: string[] = []
  for (const { name, tarball } of packed) {
    flaws.push(...(await shapeFlaws(tarball)).map((flaw) => `${name}: ${flaw}`))
  }
  report('the shape and the types of the packages', flaws)
  return flaws
}

/** What a new user does first, from the tarballs alone. */
function tryOut(folder: string, packed: readonly Packed[], version: string): void {
  installPacked(
    folder,
    packed.map(({ tarball }) => tarball),
  )
  runConsumer(root, folder)
  const millrace = (...words: string[]): string =>
    mustRun('npx', ['--no', '--', 'millrace', ...words], folder)
  const told = millrace('--version').trim()
  if (told !== version) throw new Error(`the installed command says that it is ${told}, and not ${version}`)
  writeFileSync(join(folder, 'notes.txt'), 'TODO: release\n')
  millrace('call', 'grep', 'pattern=TODO', 'path=notes.txt')
  console.log(`ok    installed, type-checked and run in an empty project: millrace ${told}`)
}

function plan(packed: readonly Packed[], version: string, provenance: boolean): void {
  console.log(`\n${tagOf(version)}, in this order${provenance ? ', with provenance' : ''}:`)
  for (const { name, size, unpackedSize } of packed) {
    console.log(`  ${name.padEnd(22)} ${kilobytes(size)} packed ${kilobytes(unpackedSize)} installed`)
  }
  const sum = packed.reduce((total, { size }) => total + size, 0)
  console.log(`  ${'all'.padEnd(22)} ${kilobytes(sum)} packed`)
}

async function agrees(version: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('nobody to ask: add --yes')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`\nPublish ${tagOf(version)}? Type the version to go on: `)
  terminal.close()
  return answer.trim() === version
}

/** Tags what is published, once all of it is. */
function release(packed: readonly Packed[], version: string, provenance: boolean): void {
  const published = publishAll(packed, { npm: (args) => run('npm', args, root), provenance })
  mustRun('git', ['tag', '--annotate', tagOf(version), '--message', tagOf(version)], root)
  console.log(`published ${published.length} packages; next: git push origin ${tagOf(version)}`)
}

function report(what: string, flaws: readonly string[]): void {
  if (flaws.length === 0) console.log(`ok    ${what}`)
  for (const flaw of flaws) console.error(`wrong ${flaw}`)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(11)
}
