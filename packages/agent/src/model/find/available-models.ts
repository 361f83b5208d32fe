import { ModelError } from '../../contract/model-error.ts'
import { hostOf } from '../failure/facts.ts'
import {
  accesses,
  chosen,
  reasonFor,
  type Access,
  type Environment,
  type ModelChoice,
} from './model-choice.ts'

/** What an environment gives access to. */
export interface AvailableModels {
  /** What `findModel` would take. */
  readonly chosen?: ModelChoice
  /** The usual model of each provider that could be used, the chosen one's provider included. */
  readonly available: readonly ModelChoice[]
  /** Why there is none, and what to set. */
  readonly problem?: string
}

/** What `findModel` would use and why, without loading a provider or asking anybody. */
export function availableModels(
  env: Environment,
  options: { readonly model?: string } = {},
): AvailableModels {
  try {
    const available = accesses(env).flatMap((access) =>
      // Only whoever runs another server knows what it has.
      access.isForeign ? [] : [choiceOf(access, access.known.usual, `${reasonFor(access)} is set`)],
    )
    return { available, ...chosenOf(env, options.model) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { available: [], problem: error.message }
  }
}

function chosenOf(env: Environment, model: string | undefined): Pick<AvailableModels, 'chosen' | 'problem'> {
  try {
    const { access, id, because } = chosen(env, model)
    return { chosen: choiceOf(access, id, because) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { problem: error.message }
  }
}

function choiceOf({ known, address }: Access, id: string, because: string): ModelChoice {
  return { provider: known.name, id, because, host: hostOf(address) ?? '' }
}
