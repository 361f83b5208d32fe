import { isPolluted } from '../json/pollution.ts'

/** After so many visits a judgement remembers results: shared parts may be reached in exponentially many ways. */
const manyVisits = 10_000
/** A result that took fewer visits is found again faster than it is remembered. */
const cheapVisits = 100

/** The judgement under way. Judging snapshots runs no code of others, so that there is never a second one. */
export const judgement = {
  /** How many parts were looked at so far. */
  visits: 0,
  /** Whether every object inherits keys. */
  polluted: false,
}

let results: Map<object, Map<unknown, boolean>> | undefined

/** Begins a judgement. */
export function beginJudgement(): void {
  judgement.visits = 0
  judgement.polluted = isPolluted()
  results = undefined
}

/** Lets go of what a judgement remembers. */
export function endJudgement(): void {
  results = undefined
}

/** Whether results are worth remembering by now. */
export const isLong = (): boolean => judgement.visits > manyVisits

/** What a judge said before about a value, if that is remembered. */
export const recall = (judge: object, value: unknown): boolean | undefined => results?.get(judge)?.get(value)

/** Remembers what a judge said about a value. */
export function remember(judge: object, value: unknown, accepted: boolean): void {
  results ??= new Map()
  const known = results.get(judge)
  if (known === undefined) results.set(judge, new Map([[value, accepted]]))
  else known.set(value, accepted)
}

/**
 * Whether a value is accepted. In a long judgement it has itself asked through {@link judgeOnce}.
 *
 * @param asked - that this was done.
 */
export type Judge = (value: unknown, asked?: boolean) => boolean

/** What a judge says about a value; asked once where the answer costs something. */
export function judgeOnce(judge: Judge, value: unknown): boolean {
  const known = recall(judge, value)
  if (known !== undefined) return known
  const before = judgement.visits
  const accepted = judge(value, true)
  if (judgement.visits - before >= cheapVisits) remember(judge, value, accepted)
  return accepted
}
