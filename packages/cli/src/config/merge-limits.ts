import type { LimitSettings, SettingsProblem } from './file-settings.ts'
import { limitNames } from './limits.ts'
import type { EffectiveSettings, SettingsFile, Sourced } from './loaded-settings.ts'

/**
 * The limits that count. Of each the strongest layer's does, but what the managed layer says is the most that anybody may
 * allow, and a folder that is not trusted can only say less than what counts without it.
 */
export function mergedLimits(
  files: readonly SettingsFile[],
  flags: readonly Sourced<LimitSettings>[],
  problems: SettingsProblem[],
): EffectiveSettings['limits'] {
  const limits = limitNames.flatMap((name) => {
    const limit = mergedLimit(name, files, flags, problems)
    return limit === undefined ? [] : [[name, limit] as const]
  })
  return Object.fromEntries(limits)
}

function mergedLimit(
  name: keyof LimitSettings,
  files: readonly SettingsFile[],
  flags: readonly Sourced<LimitSettings>[],
  problems: SettingsProblem[],
): Sourced<number> | undefined {
  let limit: Sourced<number> | undefined
  let most: Sourced<number> | undefined
  for (const { place, settings, counts } of files) {
    const value = settings.limits?.value[name]
    if (settings.limits === undefined || value === undefined) continue
    const said = { value, source: settings.limits.place }
    if (place.layer === 'managed') most = said
    if (counts === 'wholly' || limit === undefined || value < limit.value) limit = said
  }
  for (const { value, source } of flags) {
    const flagged = value[name]
    if (flagged !== undefined) limit = { value: flagged, source }
  }
  if (most === undefined || limit === undefined || limit.value <= most.value) return limit
  problems.push({
    place: limit.source,
    problem: `the limit of ${limit.value} ${name} is more than ${most.value}, which ${most.source} demands; that counts`,
  })
  return most
}
