import { counted } from '@millrace/cards'
import type { LimitSettings } from './file-settings.ts'
import { limitNames } from './limits.ts'
import type { EffectiveSettings, SettingsFile } from './loaded-settings.ts'

/** Whether no limit of a file is looser than what counts. */
function isCounting(limits: LimitSettings, counting: EffectiveSettings): boolean {
  return limitNames.every((name) => {
    const [said, counts] = [limits[name], counting.limits[name]]
    return said === undefined || said === counts?.value
  })
}

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
  const lists = (['egress', 'unprotected', 'env', 'secrets', 'hooks', 'prices'] as const).filter((key) =>
    held.some((settings) => settings[key].length > 0),
  )
  const chosen = [
    ...(held.some(({ toolMode }) => toolMode !== undefined) ? ['mode of calls'] : []),
    ...(held.some(({ model }) => model !== undefined) ? ['model'] : []),
  ]
  const loosens = held.some(({ limits }) => limits !== undefined && !isCounting(limits.value, counting))
  return [
    ...(rules > 0 ? [counted(rules, 'allow rule')] : []),
    ...choices,
    ...values,
    ...lists,
    ...chosen,
    ...(loosens ? ['limits'] : []),
  ]
}
