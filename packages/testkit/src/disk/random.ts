/** Numbers that the same seed always gives again: `next(n)` is a whole number from 0 to below `n`. */
export interface Random {
  next(below: number): number
}

/** The generator that is known as mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    next(below) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
    },
  }
}
