/** A time as it is said to people and models: `250 ms`, `1.5 s`, `60 s`. */
export function timeWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}
