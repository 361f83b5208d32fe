import { counted } from '@millrace/cards'
import type { EffectiveSettings, SettingsFile } from './loaded-settings.ts'

/** What files say that does not count as their folder is not trusted: `3 allow rules`, `hooks`. */
export function ignoredOf(files: readonly SettingsFile[], counting: EffectiveSettings): readonly string[] {
  const held = files.flatMap(({ counts, settings }) => (counts === 'wholly' ? [] : [settings]))
  const rules = held.reduce((sum, settings) => sum + settings.rules.allow.length, 0)
  const choices = (['mode', 'sandbox'] as const).filter((key) =>
    held.some((settings) => settings[key] !== undefined && settings[key].value !== counting[key].value),
  )
  const values = (['telemetry', 'spill'] as const).filter((key) =>
    held.some((settings) => settings[key] !== undefined),
  )
  const lists = (['egress', 'unprotected', 'env', 'secrets', 'hooks'] as const).filter((key) =>
    held.some((settings) => settings[key].length > 0),
  )
  return [...(rules > 0 ? [counted(rules, 'allow rule')] : []), ...choices, ...values, ...lists]
}
