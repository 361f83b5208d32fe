/** Tries of a measurement that a busy machine may spoil; what really blocks does so every time. */
const attempts = 3

/**
 * The longest time in milliseconds for which a timer of 5 ms was kept waiting while the work ran; of several runs
 * the best, as long as it stays above `accepted`.
 */
export async function longestPause(accepted: number, work: () => Promise<void>): Promise<number> {
  let best = Infinity
  for (let attempt = 0; attempt < attempts && best > accepted; attempt += 1) {
    best = Math.min(best, await pauseDuring(work))
  }
  return best
}

async function pauseDuring(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const note = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(note, 5)
  try {
    await work()
    note()
    return longest
  } finally {
    clearInterval(timer)
  }
}
