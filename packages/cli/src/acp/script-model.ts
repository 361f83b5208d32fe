import type { OpenModel } from '../run/open-model.ts'
import { UsageError } from '../usage-error.ts'
import { readFile } from 'node:fs/promises'
import { messageOf } from '@millrace/protocol'
import { scriptedModel, type ScriptedAnswer } from '@millrace/testkit'

/**
 * A model whose answers stand in a file, to try an editor without a key: a JSON array of answers such as
 * `{ "text": "…" }` or `{ "calls": [{ "name": "read", "arguments": { "path": "a.md" } }] }`. Each session begins with the first.
 * @param path - absolute.
 */
export function modelOfScript(path: string): OpenModel {
  return async () => {
    const answers = await answersIn(path)
    return scriptedModel(answers, { name: { provider: 'scripted', id: 'file' } })
  }
}

/** What a file can say of an answer; all else is for programs. */
const members: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'calls',
  'usage',
  'finish',
  'delayMs',
  'pieceMs',
  'waitForAbort',
])

async function answersIn(path: string): Promise<ScriptedAnswer[]> {
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`the script ${path} cannot be read: ${messageOf(error)}`)
  }
  if (!Array.isArray(read) || !read.every(isAnswer))
    throw new UsageError(`the script ${path} is no list of answers`, [
      `expected a JSON array of texts and of objects with ${[...members].join(', ')}`,
    ])
  return read.map((each) => (typeof each === 'string' ? { text: each } : each))
}

function isAnswer(value: unknown): value is string | ScriptedAnswer {
  if (typeof value === 'string') return true
  return typeof value === 'object' && value !== null && Object.keys(value).every((name) => members.has(name))
}
