import type { RequirementId } from './requirements.ts'

/** What a rule needs before all of it can be tested; tests of other parts may cite it already. */
export interface Waiting {
  /**
   * Packages by their folder name, or `package/word` for a source file or folder whose name has that word.
   * The wait is over as soon as all of them exist.
   */
  readonly parts: readonly string[]
  /** What is missing without them. */
  readonly why: string
}

/** Rules whose parts do not exist yet; the gate fails on an entry whose parts have all arrived. */
export const waiting: Partial<Record<RequirementId, Waiting>> = {
  ...each(['B053', 'B055', 'B148', 'B152', 'B154'], 'web', 'no local server with pages yet'),
}

type FaultNumber = Extract<RequirementId, `fault:${string}`> extends `fault:${infer N}` ? N : never

function each(
  faults: readonly FaultNumber[],
  part: string,
  why: string,
): Partial<Record<RequirementId, Waiting>> {
  return Object.fromEntries(faults.map((number) => [`fault:${number}`, { parts: [part], why }]))
}
