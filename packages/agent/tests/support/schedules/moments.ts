import type { Plan } from './plan.ts'

/** Something that happened in a batch, in the order in which it did. */
export interface Moment {
  readonly what: 'begin' | 'end' | 'result' | 'abort'
  /** The place of the call in the answer; -1 for the abort. */
  readonly at: number
}

/** What is wrong with the order of a batch, one line each. */
export function misorder({ calls, limit }: Plan, moments: readonly Moment[]): string[] {
  const wrong: string[] = []
  const inside: number[] = []
  const ended = new Set<number>()
  let isAborted = false
  const isAlone = (at: number): boolean => calls[at]?.lane === 'exclusive'
  const begins = (at: number): void => {
    if (isAborted) wrong.push(`body ${at} began after the abort`)
    if (ended.has(at)) wrong.push(`body ${at} began after its result`)
    if (inside.length >= limit) wrong.push(`body ${at} is one more than ${limit}`)
    if (inside.some((other) => other === at || isAlone(other) || isAlone(at)))
      wrong.push(`body ${at} began beside ${inside.join(', ')}`)
    calls.forEach((_, other) => {
      if (other < at && (isAlone(other) || isAlone(at)) && !ended.has(other))
        wrong.push(`body ${at} began before the result of ${other}`)
    })
    inside.push(at)
  }
  for (const { what, at } of moments) {
    if (what === 'abort') isAborted = true
    else if (what === 'begin') begins(at)
    else if (what === 'end') inside.splice(inside.indexOf(at), 1)
    else {
      if (inside.includes(at)) wrong.push(`result ${at} came before the end of its body`)
      if (ended.has(at)) wrong.push(`result ${at} came twice`)
      if (ended.size !== at) wrong.push(`result ${at} came as number ${ended.size}`)
      ended.add(at)
    }
  }
  if (inside.length > 0) wrong.push(`bodies ${inside.join(', ')} never ended`)
  if (ended.size !== calls.length) wrong.push(`${ended.size} results for ${calls.length} calls`)
  return wrong
}
