import { rules } from './rules.ts'
import { commands } from './commands.ts'
import { environment } from './environment.ts'
import { packageGraph } from './package-graph.ts'
import { settings } from './settings.ts'
import type { Written } from './section.ts'

/** Everything that writes sections of pages, from the sources below a root. */
export const writers: readonly ((root: string) => Promise<Written> | Written)[] = [
  rules,
  packageGraph,
  commands,
  settings,
  environment,
]
