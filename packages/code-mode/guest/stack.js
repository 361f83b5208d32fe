/**
 * @typedef {{ name: string, line: number, column: number }} Frame
 */

/** Name by which the engine knows the program. */
export const programFile = 'program.ts'

const frame = /^\s+at (?:(.{0,200}) \()?program\.ts:(\d{1,9}):(\d{1,9})\)?$/
const mostFrames = 12

/**
 * The frames of a stack that lie in the program, innermost first.
 * @param {string} stack
 * @returns {Frame[]}
 */
export function framesIn(stack) {
  /** @type {Frame[]} */
  const frames = []
  for (const line of stack.slice(0, 8_192).split('\n')) {
    const match = frame.exec(line)
    if (match === null) continue
    frames.push({ name: match[1] ?? '<anonymous>', line: Number(match[2]), column: Number(match[3]) })
    if (frames.length === mostFrames) break
  }
  return frames
}
