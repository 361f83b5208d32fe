import type { RuleLayer } from '@millrace/policies/permissions'
import type { OpenWorkspace } from '../with-workspace.ts'

/**
 * Opens a workspace under its usual settings and under rules that allow, for as long as it is open.
 * @param place - where the rules are said to stand.
 */
export function underRules(open: OpenWorkspace, rules: readonly string[], place: string): OpenWorkspace {
  const allow = rules.map((rule) => ({ rule, place }))
  const layer: RuleLayer = { name: 'session', mayGrant: true, allow, ask: [], deny: [] }
  return (folder, env, settings, prepare) => {
    const { layers = [], ...others } = settings ?? {}
    return open(
      folder,
      env,
      { mode: 'default', sandbox: 'auto', ...others, layers: [...layers, layer] },
      prepare,
    )
  }
}
