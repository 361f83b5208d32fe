import type { ToolPresentationMode } from '@millrace/tools'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import type { OpenModel } from '../run/open-model.ts'
import type { ColourChoice } from '../screen.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { LimitFlags } from './limit-flags.ts'
import type { ProgramLimitFlags } from './program-limit-flags.ts'

/** What all commands take. */
export interface CommonOptions {
  readonly cwd?: string
  readonly color?: ColourChoice
}

/** What commands with machine output take. */
export interface JsonOptions extends CommonOptions {
  readonly json?: boolean
  readonly output?: 'json' | 'stream-json'
}

/** The options that stand above all settings. */
type SettingsFlagOptions = Pick<SettingsFlags, 'permissionMode' | 'sandbox'>

export interface ToolsOptions extends JsonOptions {
  readonly sdk?: 'typescript' | 'python'
}

export interface CallOptions extends JsonOptions, AnswerFlags, SettingsFlagOptions {
  readonly args?: string
  readonly expand?: boolean
}

/** Which session goes on, if one does. */
export interface SessionOptions {
  readonly continue?: boolean
  readonly resume?: string
  /** False with `--no-session`. */
  readonly session?: boolean
}

export interface CodeOptions
  extends JsonOptions, AnswerFlags, SettingsFlagOptions, ProgramLimitFlags, SessionOptions {
  readonly runtime?: RuntimeName
  readonly expand?: boolean
}

export interface RunOptions
  extends JsonOptions, AnswerFlags, SettingsFlagOptions, LimitFlags, SessionOptions {
  readonly model?: string
  readonly mode?: ToolPresentationMode
  readonly runtime?: RuntimeName
  readonly expand?: boolean
  readonly demo?: boolean
  readonly keepScratch?: boolean
}

export interface AcpOptions extends CommonOptions, SettingsFlagOptions, LimitFlags {
  readonly model?: string
  readonly mode?: ToolPresentationMode
  readonly runtime?: RuntimeName
  readonly allowBypass?: boolean
  readonly script?: string
  readonly printConfig?: boolean
}

export interface WebOptions extends CommonOptions, SettingsFlagOptions, LimitFlags {
  readonly port?: string
  /** True without a session. */
  readonly open?: string | true
  readonly demo?: boolean
  readonly model?: string
  readonly mode?: ToolPresentationMode
  readonly runtime?: RuntimeName
  readonly allowBypass?: boolean
  readonly answerTimeout?: string
}

/** What the commands work with. */
export interface Surroundings {
  readonly io: Io
  readonly open: OpenWorkspace
  /** Finds the model that agents use. */
  readonly openModel: OpenModel
  /** Told of an exit status that is not that of a success. */
  readonly ended: (status: number) => void
}

/** Whether machine output is asked for. */
export function asksForJson({ json, output }: JsonOptions): boolean {
  return json === true || output !== undefined
}
