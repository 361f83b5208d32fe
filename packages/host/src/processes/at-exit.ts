const endings = new Set<() => void>()

function endAll(): void {
  for (const end of endings) end()
}

/**
 * Does something when this process ends by itself, by `process.exit` or by an error; not where a signal kills it.
 *
 * @returns takes it back.
 */
export function atExit(end: () => void): () => void {
  if (endings.size === 0) process.on('exit', endAll)
  endings.add(end)
  return () => {
    endings.delete(end)
    if (endings.size === 0) process.off('exit', endAll)
  }
}
