import type { Card } from '../state.ts'

/** The program that a call of `run_code` runs; `undefined` for every other call. */
export function programOf({ tool, call }: Pick<Card, 'tool' | 'call'>): string | undefined {
  const isRun = tool === 'run_code' && call.card === 'generic' && call.kind === 'execute'
  return isRun && typeof call.rawInput === 'string' ? call.rawInput : undefined
}
