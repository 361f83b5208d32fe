/** Writes to a log. One that cannot be written must neither decide over a call nor, from a timer, end the process. */
export function quietly(write: () => void): void {
  try {
    write()
  } catch {
    // Nobody is left who could be told.
  }
}
