import { paintAnsi, paintPlain, type RenderOptions, type Row } from '@millrace/cards'
import type { Io, Output } from './io.ts'

/** What the person chose by `--color` and `--no-color`; `undefined` leaves it to the environment. */
export type ColourChoice = boolean | undefined

/**
 * Whether to write colours to an output. The flags come first, then `NO_COLOR`, then `FORCE_COLOR`, then
 * whether the output is a terminal that can show them.
 */
export function wantsColour(output: Output, env: Io['env'], choice: ColourChoice): boolean {
  if (choice !== undefined) return choice
  if (isSet(env['NO_COLOR'])) return false
  if (isSet(env['FORCE_COLOR'])) return !/^(0|false)$/.test(env['FORCE_COLOR'])
  return output.isTTY === true && env['TERM'] !== 'dumb'
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** Columns of an output; 80 where nobody knows. */
export function columnsOf(output: Output, env: Io['env']): number {
  const columns = output.columns ?? Number(env['COLUMNS'])
  return Number.isSafeInteger(columns) && columns > 0 ? columns : 80
}

/** Whether a terminal is known to show ASCII only. */
export function isAsciiOnly(env: Io['env']): boolean {
  if (env['TERM'] === 'dumb' || env['TERM'] === 'linux') return true
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet)
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/** How cards are drawn on the standard output. */
export function cardOptions(io: Io, expand: boolean): RenderOptions {
  return {
    width: columnsOf(io.stdout, io.env),
    expand,
    ascii: isAsciiOnly(io.env),
    expandHint: '--expand',
  }
}

/** Writes rows to an output, with colours where it wants them. */
export function writeRows(output: Output, io: Io, choice: ColourChoice, rows: readonly Row[]): void {
  const paint = wantsColour(output, io.env, choice) ? paintAnsi : paintPlain
  output.write(`${paint(rows)}\n`)
}
