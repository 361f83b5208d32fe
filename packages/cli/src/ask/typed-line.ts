import { createInterface, type Interface, type Key } from 'node:readline'
import type { Keyboard, Output } from '../io.ts'
import { outputStream } from './output-stream.ts'

/** What a person did instead of typing a line: gave the call up, or pressed Esc. */
export type NoLine = 'interrupted' | 'escaped'

/** A line that a person typed. */
export interface TypedLine {
  readonly text: string
  /** Whether nobody ended it: the input did. */
  readonly hasEnded?: boolean
}

/** How a line begins, and what keys beside letters do to it. */
export interface LineOptions {
  /** What stands there at first. */
  readonly text?: string
  /** Told of keys by their name, such as `up`; what it returns takes the place of the prompt, the line, or both. */
  readonly press?: (key: string) => { readonly prompt?: string; readonly text?: string } | undefined
}

/**
 * Reads one line that a person types.
 * @returns `interrupted` after Ctrl+C or an abort, `escaped` after Esc, and an empty text where the input ended.
 */
export function typedLine(
  keyboard: Keyboard,
  output: Output,
  prompt: string,
  signal: AbortSignal,
  { text = '', press: pressed = () => undefined }: LineOptions = {},
): Promise<TypedLine | NoLine> {
  return new Promise((resolve) => {
    const lines = createInterface({
      input: keyboard,
      output: outputStream(output),
      terminal: true,
      historySize: 0,
      // Without one, the key would type what nobody sees.
      completer: (line: string) => [[], line],
    })
    const done = (answer: TypedLine | NoLine): void => {
      signal.removeEventListener('abort', stop)
      keyboard.off('keypress', press)
      resolve(answer)
      lines.close()
      // An unfinished line must not be written on.
      if (typeof answer === 'string') output.write('\n')
    }
    const stop = (): void => done('interrupted')
    const press = (_text: unknown, key: Key | undefined): void => {
      if (key?.name === 'escape') return done('escaped')
      redraw(lines, pressed(key?.name ?? ''))
    }
    signal.addEventListener('abort', stop, { once: true })
    keyboard.on('keypress', press)
    lines
      .once('SIGINT', stop)
      .once('error', stop)
      .once('close', () => done({ text: '', hasEnded: true }))
      .once('line', (line) => done({ text: line }))
    lines.setPrompt(prompt)
    lines.prompt()
    if (text !== '') lines.write(text)
    if (signal.aborted) stop()
  })
}

function redraw(lines: Interface, change: ReturnType<NonNullable<LineOptions['press']>>): void {
  if (change === undefined) return
  if (change.text !== undefined) {
    lines.write(null, { ctrl: true, name: 'e' })
    lines.write(null, { ctrl: true, name: 'u' })
  }
  if (change.prompt !== undefined) lines.setPrompt(change.prompt)
  lines.prompt(true)
  if (change.text !== undefined) lines.write(change.text)
}
