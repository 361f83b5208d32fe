import { span } from '@millrace/cards'
import type { SessionHit } from '@millrace/agent/session'
import type { Io } from '../io.ts'
import { shortId } from '../run/session-choice.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { writeJsonArray } from './json-array.ts'
import { foldersOf } from './list-sessions.ts'
import { withSessions } from './session-failure.ts'

/** What is looked for, and where. */
export interface SearchRequest {
  readonly words: readonly string[]
  /** Absolute. */
  readonly folder: string
  readonly all: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows where words occur in what people, models and tools said. */
export function searchSessions(request: SearchRequest, io: Io): Promise<void> {
  const words = request.words.join(' ')
  if (words.trim() === '')
    throw new UsageError('there is nothing to look for', ['for example: millrace sessions search "npm test"'])
  return withSessions(async () => {
    if (request.asJson) return writeJsonArray(io.stdout, hits(request, words, io))
    const width = columnsOf(io.stdout, io.env)
    let isFound = false
    for await (const { id, seq, type, excerpt } of hits(request, words, io)) {
      isFound = true
      const place = `${type} ${seq}`.padEnd(22)
      const line = excerpt.replaceAll(/\s+/g, ' ').trim()
      writeRows(
        io.stdout,
        io,
        request.colour,
        tableRows([[[shortId(id), 'strong'], [place, 'quiet'], line]], width),
      )
    }
    if (!isFound) writeRows(io.stdout, io, request.colour, [[span(nothing(request), 'quiet')]])
  })
}

function nothing({ all }: SearchRequest): string {
  return all
    ? 'no session has these words'
    : 'no session of this folder has these words (--all: of any folder)'
}

async function* hits(request: SearchRequest, words: string, io: Io): AsyncGenerator<SessionHit> {
  for await (const { store } of foldersOf(request, io)) yield* store.search(words, { signal: io.signal })
}
