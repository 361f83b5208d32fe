/** A text in lines of at most so many characters, broken between words; its own line breaks stay. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => linesOf(line, width))
    .join('\n')
}

function linesOf(line: string, width: number): string[] {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
