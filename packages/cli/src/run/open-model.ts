import type { AgentModel, ModelPrice } from '@millrace/agent'
import type { Io } from '../io.ts'

/**
 * Finds the model that answers.
 * @param model - the one that the command line, the environment or the settings name; the provider's usual one without it.
 * @returns rejects with a ModelError where there is none.
 */
export type OpenModel = (env: Io['env'], model: string | undefined) => Promise<AgentModel>

/** By the keys in the environment. Providers are loaded when one of them is found. */
export const openModelByKeys: OpenModel = async (env, model) => {
  const { findModel } = await import('@millrace/agent/models')
  return findModel(env, model === undefined ? {} : { model })
}

/** The same model with a price that settings give. */
export function priced(model: AgentModel, prices: Readonly<Record<string, ModelPrice>>): AgentModel {
  const { provider, id } = model.name
  const price = prices[`${provider}/${id}`]
  if (price === undefined) return model
  return {
    name: model.name,
    price,
    ...(model.contextWindow !== undefined && { contextWindow: model.contextWindow }),
    ask: (request, options) => model.ask(request, options),
  }
}
