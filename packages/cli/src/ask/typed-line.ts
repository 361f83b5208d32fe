import { createInterface } from 'node:readline'
import type { Keyboard, Output } from '../io.ts'
import { outputStream } from './output-stream.ts'

/**
 * Reads one line that a person types.
 * @returns `interrupted` after Ctrl+C or an abort, and an empty text where the input ended.
 */
export function typedLine(
  keyboard: Keyboard,
  output: Output,
  prompt: string,
  signal: AbortSignal,
): Promise<{ readonly text: string } | 'interrupted'> {
  return new Promise((resolve) => {
    const lines = createInterface({
      input: keyboard,
      output: outputStream(output),
      terminal: true,
      historySize: 0,
    })
    const done = (answer: { readonly text: string } | 'interrupted'): void => {
      signal.removeEventListener('abort', stop)
      resolve(answer)
      lines.close()
      // An unfinished line must not be written on.
      if (answer === 'interrupted') output.write('\n')
    }
    const stop = (): void => done('interrupted')
    signal.addEventListener('abort', stop, { once: true })
    lines
      .once('SIGINT', stop)
      .once('error', stop)
      .once('close', () => done({ text: '' }))
    lines.question(prompt, (text) => done({ text }))
    if (signal.aborted) stop()
  })
}
