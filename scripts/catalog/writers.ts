import { commands } from './commands.ts'
import { environment } from './environment.ts'
import { eventMap } from './event-map.ts'
import { events } from './events.ts'
import { exportsOfPackages } from './exports.ts'
import { packageGraph } from './package-graph.ts'
import { rules } from './rules.ts'
import { services } from './services.ts'
import { settings } from './settings.ts'
import { tools } from './tools.ts'
import type { Writer } from './up-to-date.ts'

/** Everything that writes sections of pages, from the sources below a root. */
export const writers: readonly Writer[] = [
  rules,
  packageGraph,
  commands,
  settings,
  environment,
  tools,
  eventMap,
  services,
  events,
  exportsOfPackages,
]
