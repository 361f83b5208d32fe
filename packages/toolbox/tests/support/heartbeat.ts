/** The longest time in milliseconds for which a timer of 5 ms was kept waiting. */
export async function longestPause(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  try {
    await work()
    longest = Math.max(longest, performance.now() - last)
    return longest
  } finally {
    clearInterval(timer)
  }
}
