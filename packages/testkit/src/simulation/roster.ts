/** How the calls of a tool may overlap: always, never, or as chance has it each time it is asked. */
export type SimulatedLane = 'parallel' | 'exclusive' | 'unsure'

/** The tools of a simulation by name, with their lanes, which stay the same when a tool is registered again. */
export const roster: Readonly<Record<string, SimulatedLane>> = {
  look: 'parallel',
  peek: 'parallel',
  write: 'exclusive',
  turn: 'exclusive',
  maybe: 'unsure',
  delegate: 'parallel',
}
