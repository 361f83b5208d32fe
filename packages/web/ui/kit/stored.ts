/** What keeps texts for the page: for all tabs of this browser, or for one tab as long as it is there. */
export type Keeper = 'localStorage' | 'sessionStorage'

/** What is kept under a name; nothing where this browser keeps nothing for pages. */
export function stored(key: string, keeper: Keeper = 'localStorage'): string | undefined {
  try {
    return globalThis[keeper].getItem(nameOf(key)) ?? undefined
  } catch {
    return undefined
  }
}

/** What is kept as a list, as far as it is what it should be: whatever else is in it was not written by this page. */
export function storedList<T>(key: string, isOne: (value: unknown) => value is T): T[] {
  try {
    const found: unknown = JSON.parse(stored(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isOne) : []
  } catch {
    return []
  }
}

/** Keeps a text for the next time, or no longer. A browser that keeps nothing, or no more, costs the memory alone. */
export function store(key: string, text: string | undefined, keeper: Keeper = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[keeper].removeItem(nameOf(key))
    else globalThis[keeper].setItem(nameOf(key), text)
  } catch {
    // The page works the same without it.
  }
}

function nameOf(key: string): string {
  return `millrace.${key}`
}
