import { isOutput } from './model-output.ts'

/**
 * For `stopWhen` of the AI SDK: whether a tool of the last step asked the loop to stop.
 * @example
 * stopWhen: [stepCountIs(20), turnConcluded]
 */
export function turnConcluded({
  steps,
}: {
  readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[]
}): boolean {
  const results = steps.at(-1)?.toolResults ?? []
  return results.some(({ output }) => isOutput(output) && output.concludesTurn === true)
}
