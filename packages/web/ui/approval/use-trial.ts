import type { RuleTrial, WireProblem } from '@millrace/web/wire'
import { useEffect, useState } from 'preact/hooks'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { problemIn } from '../kit/problem-in.ts'

/** What is known of what rules would do. */
export type Trial =
  | { readonly kind: 'checking' }
  | { readonly kind: 'tried'; readonly trial: RuleTrial }
  | { readonly kind: 'failed'; readonly problem: WireProblem }

/** A pause in typing. In milliseconds. */
const pauseMs = 250

/**
 * Finds out what rules would do at a question, each time they were changed and then left alone for a moment. What is known
 * is always about these very rules.
 */
export function useTrial(requestId: string, rules: readonly string[]): Trial {
  const wanted = JSON.stringify([requestId, rules])
  const [known, learn] = useState<{ readonly of: string; readonly trial: Trial } | undefined>(undefined)
  useEffect(() => {
    if (rules.length === 0) return undefined
    const ending = new AbortController()
    const timer = setTimeout(
      () =>
        void tried(requestId, rules, ending.signal).then((trial) => trial && learn({ of: wanted, trial })),
      known === undefined ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [wanted])
  return known?.of === wanted ? known.trial : { kind: 'checking' }
}

async function tried(
  requestId: string,
  rules: readonly string[],
  signal: AbortSignal,
): Promise<Trial | undefined> {
  try {
    const path = `/api/questions/${addressPart(requestId)}/try`
    return { kind: 'tried', trial: await post<RuleTrial>(path, { rules }, signal) }
  } catch (error) {
    return signal.aborted ? undefined : { kind: 'failed', problem: problemIn(error) }
  }
}
