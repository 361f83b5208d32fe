import { fstat, type BigIntStats } from 'node:fs'
import { promisify } from 'node:util'

const statsOf: (fd: number, options: { bigint: true }) => Promise<BigIntStats> = promisify(fstat)

/** What the system says of an open file. */
export function openStats(fd: number): Promise<BigIntStats> {
  return statsOf(fd, { bigint: true })
}
