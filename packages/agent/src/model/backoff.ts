import { longestWait } from './failure/model-failure.ts'

const shortest = 1_000
const longest = 30_000

/**
 * Milliseconds before a request is made again: twice as long each time, of which half is chance, so that many do not
 * come back at once; never less than what the provider asked for.
 *
 * @param attempt - how many have failed, from 1.
 * @param random - from 0 up to 1.
 */
export function backoff(attempt: number, asked: number | undefined, random: number): number {
  const most = Math.min(shortest * 2 ** (attempt - 1), longest)
  const own = (most / 2) * (1 + random)
  return Math.round(
    asked === undefined ? own : Math.min(Math.max(own, asked + (asked / 10) * random), longestWait),
  )
}
