import type { ContentLimits, SpillConfig } from './contract.ts'

/** The limits where none are given. Those of pictures are what the `read` tool shows, so that all paths have the same. */
export const contentLimits: ContentLimits = Object.freeze({
  maxBytes: 65_536,
  maxMediaBytes: 3_932_160,
  maxMediaTotalBytes: 15_728_640,
})

/** The fewest bytes that a result may be bounded to: what the words about what is left out take, several times over. */
export const leastContentBytes = 4096

/** The limits for a tool. @throws RangeError, here and not later, for a number that makes no sense. */
export function limitsFor(config: SpillConfig): (tool: string) => ContentLimits {
  const { maxBytes, maxMediaBytes, maxMediaTotalBytes, tools = {} } = { ...contentLimits, ...config }
  const general = requireLimits({ maxBytes, maxMediaBytes, maxMediaTotalBytes })
  const named = new Map(
    Object.entries(tools).map(([name, bytes]) => [name, requireLimits({ ...general, maxBytes: bytes })]),
  )
  return (tool) => named.get(tool) ?? general
}

/** @throws RangeError for limits that are no whole numbers, or too small to say what is left out. */
export function requireLimits(limits: ContentLimits): ContentLimits {
  requireBytes('maxBytes', limits.maxBytes, leastContentBytes)
  requireBytes('maxMediaBytes', limits.maxMediaBytes, 0)
  requireBytes('maxMediaTotalBytes', limits.maxMediaTotalBytes, 0)
  return limits
}

function requireBytes(what: string, bytes: number, least: number): void {
  if (Number.isSafeInteger(bytes) && bytes >= least) return
  throw new RangeError(
    `spill: ${what} must be a whole number of bytes from ${least} on, not ${String(bytes)}`,
  )
}
