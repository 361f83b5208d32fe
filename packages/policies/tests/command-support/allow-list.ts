import { readCommand } from '../../src/permissions/command/read-command.ts'
import type { CommandPart } from '../../src/permissions/command/reading.ts'

/** Programs that somebody might allow with any arguments. */
export const usualAllowList: readonly string[] = [
  'echo',
  'ls',
  'cat',
  'grep',
  'true',
  'test',
  'printf',
  'git status',
  'find .',
  'sort',
  'head',
  'wc',
  'pwd',
  'cd',
  'sed -n',
  'read',
  '[',
]

/** Whether rules of the kind `Bash(ls *)` allow the whole command: the smallest matcher that is right. */
export function isAllowed(command: string, allowed: readonly string[]): boolean {
  const reading = readCommand(command, '')
  return reading.kind === 'parts' && reading.parts.every((part) => isPartAllowed(part, allowed))
}

function isPartAllowed({ argv, doubt, paths }: CommandPart, allowed: readonly string[]): boolean {
  if (doubt !== undefined || paths.some(({ access }) => access === 'write')) return false
  return allowed.some((rule) => rule.split(' ').every((word, index) => argv[index] === word))
}
