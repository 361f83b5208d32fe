import type { SandboxMode } from '@millrace/host'
import type { PermissionMode, RuleLayer, WrittenRule } from '@millrace/policies/permissions'
import type { ToolPresentationMode } from '@millrace/tools'
import type { FileSettings, LimitSettings, PriceSetting, SettingsProblem } from './file-settings.ts'
import type { EffectiveSettings, MergedSettings, SettingsFile, Sourced } from './loaded-settings.ts'
import { ignoredOf } from './ignored-settings.ts'
import { mergedLimits } from './merge-limits.ts'

/** Choices from the loosest to the strictest. */
const modes: readonly PermissionMode[] = ['bypass', 'accept-edits', 'default', 'plan']
const sandboxes: readonly SandboxMode[] = ['off', 'auto', 'required']

/** What the environment and the command line choose, from the weakest to the strongest. */
export interface Overrides {
  readonly mode: readonly Sourced<PermissionMode>[]
  readonly sandbox: readonly Sourced<SandboxMode>[]
  readonly toolMode: readonly Sourced<ToolPresentationMode>[]
  readonly model: readonly Sourced<string>[]
  readonly limits: readonly Sourced<LimitSettings>[]
}

/**
 * What settings come to. Lists are joined; of other values the strongest layer's counts. Two layers are special: whatever
 * the managed one chooses for mode and sandbox is the loosest that anybody may choose, and a folder that is not trusted may
 * choose only what is stricter than what counts without it.
 * @param files - from the weakest layer to the strongest.
 */
export function mergedSettings(files: readonly SettingsFile[], overrides: Overrides): MergedSettings {
  const problems: SettingsProblem[] = files.flatMap(({ settings }) => settings.problems)
  const wholly = files.filter(({ counts }) => counts === 'wholly')
  const joined = (key: 'egress' | 'unprotected' | 'env' | 'secrets'): Sourced<string>[] => {
    const all = wholly.flatMap(({ settings }) => settings[key].map(sourced))
    return [...new Map(all.map((each) => [each.value, each])).values()]
  }
  const effective: EffectiveSettings = {
    mode: chosen('mode', 'default', modes, files, overrides.mode, problems),
    sandbox: chosen('sandbox', 'auto', sandboxes, files, overrides.sandbox, problems),
    egress: joined('egress'),
    unprotected: joined('unprotected'),
    env: joined('env'),
    secrets: joined('secrets'),
    hooks: wholly.flatMap(({ settings }) => settings.hooks.map(sourced)),
    telemetry: strongest(wholly, 'telemetry'),
    spill: strongest(wholly, 'spill'),
    ...last('toolMode', wholly, overrides.toolMode),
    ...last('model', wholly, overrides.model),
    limits: mergedLimits(files, overrides.limits, problems),
    prices: pricesOf(wholly),
  }
  return { layers: files.map(layerOf), effective, ignored: ignoredOf(files, effective), problems }
}

/** Of a choice that has no order, the one of the strongest layer. */
function last<K extends 'model' | 'toolMode'>(
  key: K,
  files: readonly SettingsFile[],
  overrides: readonly NonNullable<EffectiveSettings[K]>[],
): Pick<EffectiveSettings, K> {
  const chosen = files.flatMap(({ settings }) => {
    const placed = settings[key]
    // A value of the same key, whichever it is.
    return placed === undefined ? [] : [sourced<unknown>(placed) as NonNullable<EffectiveSettings[K]>]
  })
  const strongest = [...chosen, ...overrides].at(-1)
  return (strongest === undefined ? {} : { [key]: strongest }) as Pick<EffectiveSettings, K>
}

/** Of each model, the price of the strongest layer. */
function pricesOf(files: readonly SettingsFile[]): readonly Sourced<PriceSetting>[] {
  const all = files.flatMap(({ settings }) => settings.prices.map(sourced))
  return [...new Map(all.map((each) => [each.value.model, each])).values()]
}

function sourced<T>({ value, place }: { readonly value: T; readonly place: string }): Sourced<T> {
  return { value, source: place }
}

function layerOf({ place, settings, counts }: SettingsFile): RuleLayer {
  const { rules, hooks } = settings
  const isWhole = counts === 'wholly'
  const ask = isWhole ? rules.ask : [...rules.ask, ...insteadOf(hooks)]
  return { name: place.layer, mayGrant: isWhole, ...rules, ask }
}

/** Hooks that do not run may have denied something, so that a person is asked where they would have been. */
function insteadOf(hooks: FileSettings['hooks']): WrittenRule[] {
  const guard = hooks.find(({ value }) => value.event === 'PreToolUse')
  if (guard === undefined) return []
  const reason = 'the hooks of this folder do not run, as it is not trusted: millrace trust'
  return ['Bash', 'Edit'].map((rule) => ({ rule, reason, place: guard.place }))
}

function chosen<T extends string>(
  key: 'mode' | 'sandbox',
  byDefault: T,
  order: readonly T[],
  files: readonly SettingsFile[],
  overrides: readonly Sourced<T>[],
  problems: SettingsProblem[],
): Sourced<T> {
  const strictness = (choice: Sourced<T>): number => order.indexOf(choice.value)
  let choice: Sourced<T> = { value: byDefault, source: 'built-in' }
  let floor: Sourced<T> | undefined
  for (const { place, settings, counts } of files) {
    const placed = settings[key]
    if (placed === undefined) continue
    // The words are those of `order`, as the same list checked them.
    const said: Sourced<T> = { value: placed.value as unknown as T, source: placed.place }
    if (place.layer === 'managed') floor = said
    if (counts === 'wholly' || strictness(said) > strictness(choice)) choice = said
  }
  choice = overrides.at(-1) ?? choice
  if (floor === undefined || strictness(floor) <= strictness(choice)) return choice
  problems.push({
    place: choice.source,
    problem: `${key} "${choice.value}" is looser than "${floor.value}", which ${floor.source} demands; that counts`,
  })
  return floor
}

/** Of each value in an object, the one of the strongest layer that has it. */
function strongest<K extends 'telemetry' | 'spill'>(
  files: readonly SettingsFile[],
  key: K,
): EffectiveSettings[K] {
  const entries = files.flatMap(({ settings }) => {
    const placed = settings[key]
    if (placed === undefined) return []
    return Object.entries(placed.value).map(
      ([name, value]) => [name, { value, source: placed.place }] as const,
    )
  })
  return Object.fromEntries(entries)
}
