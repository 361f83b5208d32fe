/** What this browser keeps under a name; nothing where it keeps nothing for pages. */
export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(`millrace.${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text for the next time. A browser that keeps nothing, or no more, costs the memory alone. */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(`millrace.${key}`, text)
  } catch {
    // The page works the same without it.
  }
}
