/** What bounds a task list. */
export const todoLimits = {
  /** Items. */
  items: 100,
  /** UTF-16 units of one item. */
  contentLength: 500,
} as const
