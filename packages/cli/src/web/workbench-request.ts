import type { RuntimeName } from '../code/runtime-names.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import type { OpenModel } from '../run/open-model.ts'
import type { ColourChoice } from '../screen.ts'
import type { OpenWorkspace } from '../with-workspace.ts'

/** How the workbench is to be served. */
export interface WorkbenchRequest {
  /** Absolute. */
  readonly folder: string
  /** Any that is free where it is 0. */
  readonly port: number
  /** Whether a browser is to be opened. */
  readonly opens: boolean
  /** The session that the page begins with: its id, the first digits of one, or `latest`. */
  readonly session: string | undefined
  /** Whether the demo is played for whoever opens the page. */
  readonly demo: boolean
  readonly flags: SettingsFlags
  readonly runtime: RuntimeName | undefined
  /** Whether a page may choose the mode that asks nobody. */
  readonly allowsBypass: boolean
  /** Milliseconds without a page, and without anybody at the terminal, after which a question is denied. */
  readonly patienceMs: number
  readonly colour: ColourChoice
}

/** What it is served with. */
export interface WorkbenchMeans {
  readonly io: Io
  readonly open: OpenWorkspace
  readonly openModel: OpenModel
}
