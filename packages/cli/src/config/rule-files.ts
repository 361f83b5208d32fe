import { join } from 'node:path'
import { homeOf } from '@millrace/host/home'
import type { Io } from '../io.ts'
import type { RuleFile } from '../settings.ts'
import type { FoundSettings } from './loaded-settings.ts'
import { localSettingsName, settingsName, shortened, userSettings } from './settings-places.ts'

/**
 * Where a rule may be kept so that it counts, the best place first: with the folder, where that is trusted or has no
 * settings that somebody else could have written; else with the person's own, which count in every folder.
 */
export function ruleFilesOf(found: FoundSettings, env: Io['env']): readonly RuleFile[] {
  const { folder, trust } = found
  const user = userSettings(env)
  const own = { label: `${shortened(user, homeOf(env))} (every folder)`, path: user }
  const project = join(folder, settingsName)
  if (project === user || (trust.kind !== 'trusted' && !isUntouched(found))) return [own]
  return [
    { label: settingsName, path: project },
    { label: localSettingsName, path: join(folder, ...localSettingsName.split('/')) },
    own,
  ]
}

/** Whether nobody else can have written anything that would be trusted together with a rule. */
export function isUntouched({ trust, files }: FoundSettings): boolean {
  return trust.kind === 'untrusted' && !files.some(({ place }) => place.isOfFolder)
}
