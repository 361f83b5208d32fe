import type { CodeLimits } from '@millrace/code-mode'
import type { Command } from 'commander'
import { UsageError } from '../usage-error.ts'

/** What the command line says of the limits of a program, as it was typed. */
export interface ProgramLimitFlags {
  readonly cpu?: string
  readonly wall?: string
  readonly memory?: string
  readonly calls?: string
}

type Unit = 'time' | 'size' | 'count'

interface LimitFlag {
  readonly key: keyof ProgramLimitFlags
  readonly limit: 'cpuMs' | 'wallMs' | 'memoryBytes' | 'calls'
  readonly unit: Unit
  /** The most that can be allowed, in the unit of the limit. A test holds these and the bounds of the sandbox together. */
  readonly most: number
}

const MiB = 1024 * 1024

/** The limits of a program that the command line can set. */
export const programLimitFlags: readonly LimitFlag[] = [
  { key: 'cpu', limit: 'cpuMs', unit: 'time', most: 60_000 },
  { key: 'wall', limit: 'wallMs', unit: 'time', most: 600_000 },
  { key: 'memory', limit: 'memoryBytes', unit: 'size', most: 512 * MiB },
  { key: 'calls', limit: 'calls', unit: 'count', most: 10_000 },
]

/** Adds the options that bound a program. */
export function withProgramLimitFlags(command: Command): Command {
  return command
    .option('--cpu <time>', 'for which it may compute, such as 500ms or 5s (default: 5s)')
    .option('--wall <time>', 'of the whole run, without questions that wait for you (default: 60s)')
    .option('--memory <size>', 'that it may hold, such as 64M (default: 64M)')
    .option('--calls <count>', 'of tools that it may make (default: 256)')
}

/**
 * The limits that the command line gives.
 * @throws UsageError for a value that is no limit, or is more than can be allowed.
 */
export function programLimitsOf(given: ProgramLimitFlags): Partial<CodeLimits> {
  const limits = programLimitFlags.flatMap(({ key, limit, unit, most }) => {
    const text = given[key]
    if (text === undefined) return []
    const value = readers[unit].read(text)
    if (Number.isSafeInteger(value) && value >= readers[unit].least && value <= most)
      return [[limit, value] as const]
    const { what, shown } = readers[unit]
    throw new UsageError(`--${key} "${text}": expected ${what}, at most ${shown(most)}`)
  })
  return Object.fromEntries(limits)
}

interface Reader {
  readonly what: string
  readonly least: number
  /** Not a number where the text is none. */
  readonly read: (text: string) => number
  readonly shown: (value: number) => string
}

const msOfUnit: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, '': 1_000 }
const bytesOfUnit: Readonly<Record<string, number>> = { '': 1, K: 1024, M: MiB, G: 1024 * MiB }

const readers: Readonly<Record<Unit, Reader>> = {
  time: {
    what: 'a time above 0 such as 500ms, 5s or 1m',
    least: 1,
    read: (text) => {
      const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? []
      return amount === '' ? Number.NaN : Math.round(Number(amount) * msOfUnit[unit]!)
    },
    shown: (ms) => `${ms / 1_000}s`,
  },
  size: {
    what: 'a size such as 64M, at least 1M',
    least: MiB,
    read: (text) => {
      const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(?:([KMG])(?:i?B)?)?$/i.exec(text) ?? []
      return amount === '' ? Number.NaN : Math.round(Number(amount) * bytesOfUnit[unit.toUpperCase()]!)
    },
    shown: (bytes) => `${bytes / MiB}M`,
  },
  count: {
    what: 'a whole number of at least 1',
    least: 1,
    read: (text) => (/^\d+(?:_\d+)*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN),
    shown: String,
  },
}
