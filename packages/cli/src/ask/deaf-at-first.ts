/** What was typed before a question could be read is no answer to it. In milliseconds. */
const deafMs = 50

/**
 * Begins when a question is put.
 * @returns whether a key that comes now was typed before the question could be read.
 */
export function deafAtFirst(): () => boolean {
  let isDeaf = true
  const listen = (): void => {
    isDeaf = false
  }
  // Where the process was held up, a timer is due before the keys are read that were typed meanwhile.
  setTimeout(() => setImmediate(listen), deafMs).unref()
  return () => isDeaf
}
