import type { HookCommand } from '@millrace/policies/hooks'

/** What a hook runs, in words: its line of shell, or its program with each argument in quotes. */
export function hookWords({ command, args = [], async: isAsync = false }: HookCommand): string {
  const line = [command, ...args.map((each) => JSON.stringify(each))].join(' ')
  return isAsync ? `${line} (not waited for)` : line
}
