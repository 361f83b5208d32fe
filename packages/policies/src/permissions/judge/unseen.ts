import type { CommandPart } from '../command/reading.ts'
import { baseName } from '../rules/words.ts'

/** Whether what it runs, or some of its own words, stands nowhere in the command: no rule about words can mean that. */
export function isUnseen({ unseen, via }: CommandPart): boolean {
  return unseen === true || via.some(isXargs)
}

/** Whether what it starts, or some of the words for that, stands nowhere in the command. */
export function startsUnseen({ argv, unseen }: CommandPart): boolean {
  return unseen === true || isXargs(argv[0] ?? '')
}

const isXargs = (program: string): boolean => baseName(program) === 'xargs'
