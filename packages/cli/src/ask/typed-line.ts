import { createInterface, type Key } from 'node:readline'
import type { Keyboard, Output } from '../io.ts'
import { outputStream } from './output-stream.ts'

/** What a person did instead of typing a line: gave the call up, or pressed Esc. */
export type NoLine = 'interrupted' | 'escaped'

/**
 * Reads one line that a person types.
 * @returns `interrupted` after Ctrl+C or an abort, `escaped` after Esc, and an empty text where the input ended.
 */
export function typedLine(
  keyboard: Keyboard,
  output: Output,
  prompt: string,
  signal: AbortSignal,
): Promise<{ readonly text: string } | NoLine> {
  return new Promise((resolve) => {
    const lines = createInterface({
      input: keyboard,
      output: outputStream(output),
      terminal: true,
      historySize: 0,
    })
    const done = (answer: { readonly text: string } | NoLine): void => {
      signal.removeEventListener('abort', stop)
      keyboard.off('keypress', press)
      resolve(answer)
      lines.close()
      // An unfinished line must not be written on.
      if (typeof answer === 'string') output.write('\n')
    }
    const stop = (): void => done('interrupted')
    const press = (_text: unknown, key: Key | undefined): void => {
      if (key?.name === 'escape') done('escaped')
    }
    signal.addEventListener('abort', stop, { once: true })
    keyboard.on('keypress', press)
    lines
      .once('SIGINT', stop)
      .once('error', stop)
      .once('close', () => done({ text: '' }))
    lines.question(prompt, (text) => done({ text }))
    if (signal.aborted) stop()
  })
}
