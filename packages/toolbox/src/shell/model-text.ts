import { escapeVisible } from '@millrace/protocol'

/** States of a redrawn line that are shown as they are. */
const shownStates = 3

const colour = /(?![\n\t\r])\p{Cc}\[[\d;:]*m/gu
const control = /(?![\n\t\r])\p{Cc}/gu

/**
 * What a command printed, as a model reads it: without colours, other control characters written out, and of a line
 * that was redrawn again and again (a progress bar) the first and the last state, with the number of the others.
 */
export function modelText(output: string): string {
  const plain = output.replace(colour, '').replace(control, (found) => escapeVisible(found))
  return plain.includes('\r') ? plain.split('\n').map(withoutRedraws).join('\n') : plain
}

function withoutRedraws(line: string): string {
  if (!line.includes('\r')) return line
  const states = line.split('\r').filter((state) => state !== '')
  if (states.length <= shownStates) return line
  return `${states[0]}\r[${states.length - 2} redraws left out]\r${states.at(-1)}`
}
