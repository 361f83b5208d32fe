import { ToolArgsError } from '@millrace/schema'

/** A whole number as it was given. Throws `INVALID_ARGS` outside the bounds, naming the argument and the bound. */
export function bounded(name: string, value: number, least: number, most = Infinity): number {
  if (value < least) throw new ToolArgsError([`"${name}" must be at least ${least}, not ${value}`])
  if (value > most) throw new ToolArgsError([`"${name}" must be at most ${most}, not ${value}`])
  return value
}
