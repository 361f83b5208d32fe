import type { SessionHeader } from '@millrace/protocol'
import { shortId } from '../layout/footer.ts'
import type { SessionView } from './view.ts'

/** What is told of a session as a whole, in the order in which it is shown. */
export function sessionFacts(
  header: SessionHeader,
  view: SessionView,
): readonly (readonly [string, string])[] {
  const { model } = view
  const began = instant(header.time)
  return [
    ['session', header.id],
    ...(began === undefined ? [] : [['began', began] as const]),
    ['folder', header.cwd],
    ['acts for', header.principal],
    ...(model === undefined ? [] : [['model', `${model.provider}/${model.id}`] as const]),
    ...(header.forkOf === undefined
      ? []
      : [['continues', `${header.forkOf.session}, after event ${header.forkOf.seq}`] as const]),
  ]
}

/** What a session is called: the person's first words, or its id. */
export function sessionTitle(header: SessionHeader, { title }: SessionView): string {
  return title === '' ? `Session ${shortId(header.id)}` : title
}

/** In UTC, so that no machine's settings can change it; `undefined` for a time that no calendar has. */
function instant(time: number): string | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
