/** Tries of a measurement that a busy machine may spoil; what really blocks does so every time. */
const attempts = 3

/**
 * The longest time in milliseconds for which this process kept a timer of 5 ms waiting while the work ran, less what the
 * machine spent on others; of several runs the best, as long as it stays above `accepted`. A wait that blocks the process
 * without work for its processor is not seen.
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
  let [last, worked] = [performance.now(), process.cpuUsage()]
  const note = (): void => {
    const { user, system } = process.cpuUsage(worked)
    longest = Math.max(longest, Math.min(performance.now() - last, (user + system) / 1000))
    ;[last, worked] = [performance.now(), process.cpuUsage()]
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
