/** What bounds searches of tools, and how many tools requests carry without one. */
export const toolSearchLimits = {
  /** Estimated tokens of all schemas up to which requests carry all tools, unless a host says otherwise. */
  tokens: 10_000,
  /** Tools that a search brings up, unless asked otherwise. */
  tools: 5,
  /** Tools that may be asked for. */
  mostTools: 50,
} as const
