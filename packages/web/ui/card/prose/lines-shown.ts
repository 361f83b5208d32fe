import { show } from '@millrace/cards'

/** A text of several lines with what a display would act on or hide written out; line breaks stay, tabs are four blanks. */
export function linesShown(text: string): string {
  return text.split('\n').map(lineShown).join('\n')
}

/** One line of it. A carriage return before its end is part of the line break. */
export function lineShown(line: string): string {
  return show((line.endsWith('\r') ? line.slice(0, -1) : line).replaceAll('\t', '    '))
}
