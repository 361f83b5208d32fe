import type { SharedV3Warning } from '@ai-sdk/provider'
import { shown } from '@millrace/protocol'

/** What a provider's package cannot do, in words. */
export function warningText(warning: SharedV3Warning): string {
  if (warning.type === 'other') return shown(warning.message)
  const details = warning.details === undefined ? '' : `: ${shown(warning.details)}`
  const problem = warning.type === 'unsupported' ? 'not supported' : 'only emulated'
  return `${shown(warning.feature)} is ${problem} by the provider${details}`
}
