/** What bounds sub-agents and what they are told. */
export const taskLimits = {
  /** Levels of sub-agents below the main agent, unless a host says otherwise. */
  depth: 3,
  /** UTF-16 units of the description of a task that are kept. */
  descriptionLength: 200,
} as const
