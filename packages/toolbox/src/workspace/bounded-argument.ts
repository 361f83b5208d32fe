import { ToolArgsError } from '@millrace/schema'

/** A whole number as it was given. Throws `INVALID_ARGS` outside the bounds, naming the argument and the bounds. */
export function bounded(name: string, value: number, least: number, most = Infinity): number {
  if (value >= least && value <= most) return value
  const bounds = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`
  throw new ToolArgsError([`"${name}" must be ${bounds}, not ${value}`])
}
