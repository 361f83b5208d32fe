import { placeOf, type Fence } from './fences.ts'

/** A command as a page shows it, with what belongs to it on the lines below. */
export interface CommandLine {
  /** Page and line. */
  readonly at: string
  readonly text: string
  /** The status that it ends with: 0, unless a comment behind it says `# exits 4`. */
  readonly exits: number
}

/** The commands of a fence. */
export function linesOf(fence: Fence): CommandLine[] {
  const found: CommandLine[] = []
  let open: { text: string; at: string } | undefined
  fence.code.split('\n').forEach((line, index) => {
    if (open === undefined && (line.trim() === '' || line.startsWith('#'))) return
    open = {
      text: open === undefined ? line : `${open.text}\n${line}`,
      at: open?.at ?? placeOf({ ...fence, line: fence.line + 1 + index }),
    }
    if (goesOn(open.text)) return
    const [, status = '0'] = /# exits (\d+)/.exec(open.text) ?? []
    found.push({ ...open, exits: Number(status) })
    open = undefined
  })
  if (open !== undefined) found.push({ ...open, exits: 0 })
  return found
}

/** Whether a command is not whole yet: an escaped line end, a quote or a document that is still open. */
function goesOn(text: string): boolean {
  if (text.endsWith('\\')) return true
  const [, end] = /<<-?\s*['"]?(\w+)/.exec(text) ?? []
  if (end !== undefined) return !text.split('\n').slice(1).includes(end)
  return (text.replaceAll(/"[^"]*"|#.*$/gm, '').match(/'/g)?.length ?? 0) % 2 === 1
}
