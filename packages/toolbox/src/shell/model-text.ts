import { visibleControls } from '../text/visible-controls.ts'

/** States of a redrawn line that are shown as they are. */
const shownStates = 3

const colour = /(?![\n\t\r])\p{Cc}\[[\d;:]*m/gu

/**
 * What a command printed, as a model reads it: without colours, hidden characters written out, and of states of a
 * redrawn line that differ in numbers, bars and blanks alone (a progress bar) the first and the last, with the number
 * of the others.
 * @param hasLines - whether the output is divided by line feeds; where it is not, carriage returns divide it instead,
 * and nothing was redrawn.
 */
export function modelText(output: string, hasLines: boolean = output.includes('\n')): string {
  const plain = visibleControls(output.replace(colour, ''))
  return hasLines && plain.includes('\r') ? plain.split('\n').map(withoutRedraws).join('\n') : plain
}

function withoutRedraws(line: string): string {
  const states = line.split('\r').filter((state) => state.trim() !== '')
  const shown: string[] = []
  for (let at = 0, end = 0; at < states.length; at = end) {
    const words = wordsOf(states[at])
    while (end < states.length && wordsOf(states[end]) === words) end += 1
    const alike = states.slice(at, end)
    if (alike.length > shownStates)
      alike.splice(1, alike.length - 2, `[${alike.length - 2} redraws left out]`)
    shown.push(...alike)
  }
  return shown.length === states.length ? line : shown.join('\r')
}

/** What is left of a state without its numbers, bars, spinners and blanks. */
function wordsOf(state: string | undefined): string | undefined {
  return state?.replaceAll(/[\p{N}\p{P}\p{S}\s]+/gu, '')
}
