import { UsageError } from '../usage-error.ts'

/**
 * The port that an option names.
 * @param least - 0 where any free port can be asked for.
 * @throws UsageError for what is no port.
 */
export function portIn(option: string, text: string, least: 0 | 1): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= least && port <= 65_535) return port
  throw new UsageError(`${option} "${text}": expected a port from ${least} to 65535`)
}
