import type { Io } from '../io.ts'
import { UsageError } from '../usage-error.ts'

/** More than this is no prompt: hardly a model takes as much. */
const mostBytes = 4 * 1024 * 1024

/**
 * What the person wants: the words of the command line, with the standard input behind them where the last word is `-`;
 * the standard input alone where there are no words and nobody types it.
 * @throws UsageError where there is nothing, or what is read is no text.
 */
export async function promptText(words: readonly string[], io: Io): Promise<string> {
  const readsInput = words.at(-1) === '-' || (words.length === 0 && io.stdin.isTTY !== true)
  const said = (words.at(-1) === '-' ? words.slice(0, -1) : words).join(' ')
  const parts = readsInput ? [said, await inputText(io)] : [said]
  const prompt = parts.filter((part) => part.trim() !== '').join('\n\n')
  if (prompt !== '') return prompt
  const problem = readsInput ? 'the standard input holds no prompt' : 'there is no prompt'
  throw new UsageError(problem, [
    'for example: millrace run "why does npm test fail?"',
    'or, from the standard input: git diff | millrace run "review this" -',
  ])
}

/** What the standard input holds; `undefined` where that is nothing. */
export async function promptIn(io: Io): Promise<string | undefined> {
  const text = await inputText(io)
  return text.trim() === '' ? undefined : text
}

async function inputText({ stdin }: Io): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes)
      throw new UsageError(`the standard input holds more than ${mostBytes} bytes, which is no prompt`, [
        'name a file in the prompt instead, so that it is read with the read tool',
      ])
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).trimEnd()
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UsageError('the standard input is no UTF-8 text')
  }
}
