import { cutEnd } from '../text/cut.ts'
import type { Pace } from '../workspace/pace.ts'
import { readLimits } from './limits.ts'
import { notebookPieces } from './notebook-pieces.ts'

/**
 * The text of a Jupyter notebook, some cells at a time; undefined where the source is no notebook, or one that would
 * take long to parse at once.
 */
export async function notebookCells(source: Buffer, pace: Pace): Promise<readonly string[] | undefined> {
  const pieces = await notebookPieces(source, pace)
  if (pieces === undefined) return undefined
  const frame = parsed(pieces.frame)
  // Where another list of that name is found here, it was spelled so that the cutting missed it.
  if (!isRecord(frame) || !Array.isArray(frame['cells']) || frame['cells'].length > 0) return undefined
  const texts: string[] = []
  let number = 0
  for (const piece of pieces.cells) {
    const cells = parsed(piece)
    if (!Array.isArray(cells)) return undefined
    let text = ''
    for (const cell of cells as readonly unknown[]) {
      number += 1
      if (number > 1) text += '\n'
      if (isRecord(cell)) text += cellText(cell, number)
    }
    texts.push(text)
    if (pace.isDue) await pace.rest()
  }
  return texts
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function cellText(cell: Record<string, unknown>, number: number): string {
  const kind = typeof cell['cell_type'] === 'string' ? cell['cell_type'] : 'unknown'
  const count = cell['execution_count']
  const heading = `[cell ${number}: ${kind}${typeof count === 'number' ? `, run ${count}` : ''}]`
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].filter(isRecord) : []
  const parts = outputs.map((output) => `[output of cell ${number}]\n${outputText(output)}`)
  return [heading, joined(cell['source']), ...parts, ''].join('\n')
}

function outputText(output: Record<string, unknown>): string {
  if (output['output_type'] === 'error') {
    return bounded(`${joined(output['ename'])}: ${joined(output['evalue'])}`)
  }
  if (output['text'] !== undefined) return bounded(joined(output['text']))
  const data = isRecord(output['data']) ? output['data'] : {}
  if (data['text/plain'] === undefined) return `[${Object.keys(data).join(', ') || 'empty'}: not shown]`
  const others = Object.keys(data).filter((type) => type !== 'text/plain')
  const note = others.length > 0 ? `\n[also as ${others.join(', ')}: not shown]` : ''
  return bounded(joined(data['text/plain'])) + note
}

function bounded(text: string): string {
  const shown = cutEnd(text, readLimits.notebookOutput)
  const left = text.length - shown.length
  return left > 0 ? `${shown}\n[… ${left} more characters of this output]` : shown
}

/** Notebook texts are stored whole or as a list of lines that keep their breaks. */
function joined(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('') : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
