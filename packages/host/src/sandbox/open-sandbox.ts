import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute } from 'node:path'
import { shown } from '@millrace/protocol'
import { contains } from '../files/contains.ts'
import { Bubblewrap } from './bubblewrap/bubblewrap.ts'
import { probeBubblewrap } from './bubblewrap/probe.ts'
import { egressList } from './egress/egress-list.ts'
import { landlockLauncher, landlockSandbox, type LandlockLauncher } from './landlock.ts'
import { noSandbox } from './no-sandbox.ts'
import { entryName, protectedEntries } from './protected-paths.ts'
import type { Sandbox } from './sandbox.ts'
import { noneWorks, SandboxError } from './sandbox-error.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { findPrograms, type SandboxPrograms } from './sandbox-programs.ts'
import { probeSeatbelt, seatbeltSandbox } from './seatbelt.ts'

/** What a sandbox can be built with. */
export interface SandboxMeans extends SandboxPrograms {
  landlock(): Promise<LandlockLauncher | undefined>
}

/**
 * Opens the best sandbox that works here, each tried by a program that tries to get out of it: bubblewrap, then
 * Landlock, then Seatbelt on macOS. Whoever opens it closes it.
 * @throws SandboxError `SANDBOX_UNAVAILABLE` where one is required and none works, `SANDBOX_INVALID` for options that
 *   no sandbox could be built from.
 */
export function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  return openSandboxWith({ ...findPrograms(options), landlock: landlockLauncher }, options)
}

/** The same with means of one's own. Not exported by the package; tests try with it what other machines lack. */
export async function openSandboxWith(means: SandboxMeans, options: SandboxOptions): Promise<Sandbox> {
  if (options.mode === 'off') return noSandbox(['The sandbox is turned off.'])
  requireValid(options)
  const reasons: string[] = []
  const found =
    (await bubblewrap(means, options, reasons)) ??
    (await landlock(means, options, reasons)) ??
    (await seatbelt(means, options, reasons))
  if (found !== undefined) return found
  if (options.mode === 'required') throw noneWorks(reasons)
  return noSandbox(gapsFor(reasons))
}

async function bubblewrap(
  means: SandboxMeans,
  options: SandboxOptions,
  reasons: string[],
): Promise<Sandbox | undefined> {
  const { bubblewrap: program } = means
  if (program === undefined) {
    if (process.platform === 'linux') reasons.push('bubblewrap (bwrap) is not installed')
    return undefined
  }
  const problem = await probedOnce(program, probeBubblewrap)
  if (problem === undefined) return new Bubblewrap(program, means, options)
  reasons.push(`bubblewrap does not work: ${problem}`)
  return undefined
}

async function landlock(
  means: SandboxMeans,
  options: SandboxOptions,
  reasons: string[],
): Promise<Sandbox | undefined> {
  if (process.platform !== 'linux') return undefined
  const launcher = await means.landlock()
  if (launcher === undefined) {
    reasons.push('@deepseek-ai/node-addon-landlock-run is not installed')
    return undefined
  }
  if (launcher.probe() !== 'unusable') return landlockSandbox(launcher, options, gapsFor(reasons))
  reasons.push('this kernel does not enforce Landlock')
  return undefined
}

async function seatbelt(
  { seatbelt: program }: SandboxMeans,
  options: SandboxOptions,
  reasons: string[],
): Promise<Sandbox | undefined> {
  if (program === undefined) {
    if (process.platform !== 'linux') reasons.push('this system has none that is known')
    return undefined
  }
  const problem = await probedOnce(program, probeSeatbelt)
  if (problem === undefined) return seatbeltSandbox(program, options, gapsFor(reasons))
  reasons.push(`Seatbelt does not work: ${problem}`)
  return undefined
}

const gapsFor = (reasons: readonly string[]): string[] =>
  reasons.map((reason) => `There is no better sandbox: ${shown(reason)}.`)

// A machine does not change while a process runs, and a start of each backend takes as long as some commands.
const probed = new Map<string, Promise<string | undefined>>()

/** What is wrong with a program that a sandbox is built with; tried once for each. */
export function probedOnce(
  program: string,
  probe: (program: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const known = probed.get(program) ?? probe(program).catch((error: unknown) => String(error))
  probed.set(program, known)
  return known
}

function requireValid({ workspace, writable = [], unprotected = [], egress }: SandboxOptions): void {
  egressList(egress?.allow ?? [])
  const invalid = (problem: string): never => {
    throw new SandboxError('SANDBOX_INVALID', `sandbox: ${problem}`)
  }
  for (const folder of [workspace, ...writable]) {
    if (!isAbsolute(folder)) invalid(`"${shown(folder)}" must be an absolute path`)
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      invalid(`"${shown(folder)}" must be a folder that exists`)
    }
    if (['/proc', '/dev', '/sys'].some((own) => contains(own, folder) || contains(folder, own))) {
      invalid(`"${shown(folder)}" holds the system itself; open a project's own folder`)
    }
    if (holdsTemporary(folder)) {
      invalid(`"${shown(folder)}" holds the folder for temporary files; open a project's own folder`)
    }
  }
  const known = new Set(protectedEntries.map(entryName))
  for (const path of unprotected) {
    if (!known.has(path))
      invalid(`unprotected: "${shown(path)}" is no protected path; see \`protectedEntries\``)
  }
}

/** Whether what hosts keep for themselves in folders for temporary files would be open to commands. */
function holdsTemporary(folder: string): boolean {
  const real = realpathSync(folder)
  const [fixed, own] = ['/tmp', tmpdir()].map((path) => (existsSync(path) ? realpathSync(path) : path))
  // One of the person's own in a project is hidden from commands.
  return real === own || (fixed !== undefined && contains(real, fixed))
}
