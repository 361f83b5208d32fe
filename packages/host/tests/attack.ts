import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canary, fastFolder } from './canary.ts'

/** Somebody who swaps files and folders of `ws` for links that lead to canaries, over and over. */
export interface Attack {
  /** The folder that holds `ws` and `outside`. */
  readonly base: string
  /** Resolves with the number of swaps once the attacker has ended and everything stands in its place. */
  stop(): Promise<number>
  /** Everything outside of `ws`: names, contents, and when and as what each file was last written. */
  outside(): string[]
  /** The same before the attacker began, who takes folders of `ws` there for a moment. */
  readonly outsideBefore: readonly string[]
  remove(): void
}

/** Plants the field of an attack and begins it, in C where that compiles and in JavaScript otherwise. */
export function beginAttack(): Attack {
  const base = realpathSync(mkdtempSync(join(fastFolder, 'millrace-')))
  for (const folder of ['ws/swap', 'ws/deep/er', 'ws/m/n', 'outside'])
    mkdirSync(join(base, folder), { recursive: true })
  for (const file of ['swap/secret', 'deep/er/secret', 'file', 'secret', 'm/plain', 'run'])
    writeFileSync(join(base, 'ws', file), 'inside')
  for (const file of ['secret', 'outside/secret', 'outside/only-outside'])
    writeFileSync(join(base, file), canary)
  symlinkSync('../outside', join(base, 'ws/.link'))
  symlinkSync('../../outside', join(base, 'ws/deep/.link'))
  symlinkSync('../outside/secret', join(base, 'ws/.file'))
  symlinkSync('../../secret', join(base, 'ws/m/n/up'))
  const outside = (): string[] => ['secret', 'outside'].flatMap((name) => factsBelow(join(base, name)))
  const outsideBefore = outside()
  const tools = mkdtempSync(join(tmpdir(), 'millrace-attacker-'))
  const attacker = start(base, tools)
  return {
    base,
    async stop() {
      const said = text(attacker)
      rmSync(join(base, 'ws/run'), { force: true })
      const [code] = attacker.exitCode === null ? await once(attacker, 'exit') : [attacker.exitCode]
      if (code !== 0) throw new Error(`the attacker ended with ${code}`)
      return Number(await said)
    },
    outside,
    outsideBefore,
    remove() {
      attacker.kill('SIGKILL')
      for (const folder of [base, tools]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function start(base: string, folder: string): ChildProcess {
  const program = compiledIn(folder)
  const script = fileURLToPath(new URL('attacker.mjs', import.meta.url))
  const [file, args] = program ? [program, [base]] : [process.execPath, [script, base]]
  return spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

function compiledIn(folder: string): string | undefined {
  const source = fileURLToPath(new URL('attacker.c', import.meta.url))
  const program = join(folder, 'attacker')
  const compiler = ['gcc', 'cc', 'clang'].find(
    (name) => spawnSync(name, ['-O2', '-o', program, source]).status === 0,
  )
  if (compiler === undefined) console.warn('no C compiler: the attacker is a slower one in JavaScript')
  return compiler && program
}

async function text(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) said += String(chunk)
  return said
}

function factsBelow(path: string): string[] {
  const { ino, mtimeMs } = lstatSync(path)
  const facts = `${path} ${ino}`
  if (lstatSync(path).isDirectory()) {
    const names = readdirSync(path).toSorted()
    return [facts, ...names.flatMap((name) => factsBelow(join(path, name)))]
  }
  return [`${facts} ${mtimeMs} ${readFileSync(path, 'utf8')}`]
}
