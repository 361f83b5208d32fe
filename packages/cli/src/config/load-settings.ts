import type { HookGroup, HookSettings } from '@millrace/policies/hooks'
import type { Io } from '../io.ts'
import type { RuleFile, WorkspaceSettings } from '../settings.ts'
import { permissionModes, sandboxChoices, toolModes } from './choices.ts'
import { findSettings } from './find-settings.ts'
import type { EventHooks } from './file-settings.ts'
import type {
  EffectiveSettings,
  FoundSettings,
  MergedSettings,
  SettingsFlags,
  Sourced,
} from './loaded-settings.ts'
import { mergedSettings } from './merge-settings.ts'
import { unknownName } from './nodes.ts'
import { ruleFilesOf } from './rule-files.ts'
import { SettingsError } from './settings-error.ts'

/** The settings of a folder, ready for whatever is built on them. */
export interface LoadedSettings
  extends FoundSettings, WorkspaceSettings, Pick<MergedSettings, 'ignored' | 'problems'> {
  /** Mode and sandbox, and all else that is no rule, with who says so. */
  readonly effective: EffectiveSettings
  readonly ruleFiles: readonly RuleFile[]
  /** Rejects with a SettingsError where the rule cannot be kept, or would not count there; nothing was changed then. */
  readonly saveRule: NonNullable<WorkspaceSettings['saveRule']>
}

/**
 * Reads the settings that count in a folder.
 * @param flags - what the command line says.
 * @param managed - the file of the machine; tests have their own.
 * @throws SettingsError where a file cannot be used, or the environment or the command line chooses what is not there.
 */
export async function loadSettings(
  folder: string,
  env: Io['env'],
  flags: SettingsFlags = {},
  managed?: string,
): Promise<LoadedSettings> {
  const overrides = {
    mode: overriding(permissionModes, 'mode', [
      ['MILLRACE_PERMISSION', env['MILLRACE_PERMISSION'] || undefined],
      ['--permission-mode', flags.permissionMode],
    ]),
    sandbox: overriding(sandboxChoices, 'choice', [
      ['MILLRACE_SANDBOX', env['MILLRACE_SANDBOX'] || undefined],
      ['--sandbox', flags.sandbox],
    ]),
    toolMode: overriding(toolModes, 'mode', [['--mode', flags.mode]]),
    model: (
      [
        ['MILLRACE_MODEL', env['MILLRACE_MODEL'] || undefined],
        ['--model', flags.model],
      ] as const
    ).flatMap(([source, value]) => (value === undefined ? [] : [{ value, source }])),
    limits: flags.limits ?? [],
  }
  const found = await findSettings(folder, env, managed)
  const { layers, effective, ignored, problems } = mergedSettings(found.files, overrides)
  const ruleFiles = ruleFilesOf(found, env)
  return {
    ...found,
    layers,
    effective,
    ignored,
    problems,
    // A folder that wants nothing needs no trust, and nothing tells whom it is from.
    isDistrusted: found.trust.kind === 'changed' || ignored.length > 0,
    ...plainSettings(effective),
    ruleFiles,
    saveRule: async (grant, file) => {
      const { saveRule } = await import('./save-rule.ts')
      await saveRule(grant, file, { folder: found.folder, env, managed })
    },
  }
}

function overriding<T extends string>(
  words: readonly T[],
  what: string,
  given: readonly (readonly [source: string, word: string | undefined])[],
): Sourced<T>[] {
  return given.flatMap(([source, word]) => {
    if (word === undefined) return []
    const value = words.find((known) => known === word)
    if (value !== undefined) return [{ value, source }]
    throw new SettingsError('SETTINGS_INVALID', `${source}: ${unknownName(what, word, words)}`)
  })
}

/** The settings that are no rules, without who says so. */
function plainSettings(effective: EffectiveSettings): Omit<WorkspaceSettings, 'layers'> {
  const values = <T>(sourced: readonly Sourced<T>[]): T[] => sourced.map(({ value }) => value)
  const { mode, sandbox, egress, unprotected, env, secrets, hooks, telemetry, spill } = effective
  const { toolMode, model, limits, prices } = effective
  return {
    mode: mode.value,
    sandbox: sandbox.value,
    egress: values(egress),
    unprotected: values(unprotected),
    env: values(env),
    secrets: values(secrets),
    hooks: plainHooks(values(hooks)),
    telemetry: plainValues(telemetry),
    spill: plainValues(spill),
    ...(toolMode !== undefined && { toolMode: toolMode.value }),
    ...(model !== undefined && { model: model.value }),
    limits: plainValues(limits),
    prices: Object.fromEntries(prices.map(({ value }) => [value.model, value.price])),
  }
}

function plainHooks(groups: readonly EventHooks[]): HookSettings {
  const ofEvent = new Map<string, HookGroup[]>()
  for (const { event, ...group } of groups) ofEvent.set(event, [...(ofEvent.get(event) ?? []), group])
  return Object.fromEntries(ofEvent)
}

function plainValues<T>(sourced: Readonly<Record<string, Sourced<T>>>): Record<string, T> {
  return Object.fromEntries(Object.entries(sourced).map(([name, { value }]) => [name, value]))
}
