/** The longest delay that a timer bears; a longer one would be none at all. */
const longestDelay = 2_147_483_647

/**
 * Calls back once after so many milliseconds, however many they are.
 * @returns ends that; nothing is left behind then.
 */
export function alarm(ms: number, ring: () => void): () => void {
  let left = ms
  let timer: NodeJS.Timeout
  const wind = (): void => {
    const delay = Math.min(left, longestDelay)
    left -= delay
    timer = setTimeout(left > 0 ? wind : ring, delay)
  }
  wind()
  return () => clearTimeout(timer)
}
