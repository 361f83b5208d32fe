import type { SessionHeader } from '@millrace/protocol'
import { shortId } from '../layout/footer.ts'
import type { CardWords } from '../words/card-words.ts'
import { english } from '../words/english.ts'
import type { SessionView } from './view.ts'

/** What is told of a session as a whole, in the order in which it is shown. */
export function sessionFacts(
  header: SessionHeader,
  view: SessionView,
  { session: words }: CardWords = english,
): readonly (readonly [string, string])[] {
  const { model } = view
  const began = instant(header.time)
  return [
    [words.facts.session, header.id],
    ...(began === undefined ? [] : [[words.facts.began, began] as const]),
    [words.facts.folder, header.cwd],
    [words.facts.actsFor, header.principal],
    ...(model === undefined ? [] : [[words.facts.model, `${model.provider}/${model.id}`] as const]),
    ...(header.forkOf === undefined
      ? []
      : [[words.facts.continues, words.continues(header.forkOf.session, header.forkOf.seq)] as const]),
  ]
}

/** What a session is called: the person's first words, or its id. */
export function sessionTitle(
  header: Pick<SessionHeader, 'id'>,
  { title }: Pick<SessionView, 'title'>,
  { session }: CardWords = english,
): string {
  return title === '' ? session.untitled(shortId(header.id)) : title
}

/** In UTC, so that no machine's settings can change it; `undefined` for a time that no calendar has. */
function instant(time: number): string | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
