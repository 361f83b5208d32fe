import type { Probe } from './probe.ts'
import { absent } from './probes/absent.ts'
import { constructors } from './probes/constructors.ts'
import { hijacks } from './probes/hijacks.ts'

/** Every way to the host that is tried. */
export const probes: readonly Probe[] = [...constructors, ...absent, ...hijacks]
