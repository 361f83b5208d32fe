/** Where programs can run: as `@millrace/code-mode/runtimes` makes it. */
export const runtimeNames = ['worker', 'inline', 'process'] as const

/** One of them. */
export type RuntimeName = (typeof runtimeNames)[number]
