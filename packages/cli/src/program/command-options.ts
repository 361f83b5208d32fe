import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import type { ColourChoice } from '../screen.ts'
import type { OpenWorkspace } from '../with-workspace.ts'

/** What all commands take. */
export interface CommonOptions {
  readonly cwd?: string
  readonly color?: ColourChoice
}

/** What commands with machine output take. */
export interface JsonOptions extends CommonOptions {
  readonly json?: boolean
  readonly output?: 'json'
}

export interface CallOptions extends JsonOptions, AnswerFlags, SettingsFlags {
  readonly args?: string
  readonly expand?: boolean
}

/** What the commands work with. */
export interface Surroundings {
  readonly io: Io
  readonly open: OpenWorkspace
  /** Told of an exit status that is not that of a success. */
  readonly ended: (status: number) => void
}

/** Whether machine output is asked for. */
export function asksForJson({ json, output }: JsonOptions): boolean {
  return json === true || output === 'json'
}
