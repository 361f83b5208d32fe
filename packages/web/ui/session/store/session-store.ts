import type { CallId } from '@millrace/protocol'
import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { SessionStreamEvents } from '@millrace/web/wire'
import { addressPart } from '../../api/address-part.ts'
import { stream } from '../../api/stream.ts'
import { route, routedSession } from '../../app/route.ts'
import { isPinned } from '../../approval/pinned.ts'
import { ArrivingSession } from './arriving-session.ts'
import type { OpenSession } from './open-session.ts'
import { oncePerPicture, pageClock } from './page-clock.ts'
import { unfoldedOf } from './unfolded.ts'

/** A session that nobody looks at is let go of after so many milliseconds, and caught up with when somebody does. */
const restsAfter = 30_000

/** Opens a session, and follows it until it is closed. */
export function openedSession(id: string): OpenSession {
  const arriving = new ArrivingSession({ clock: pageClock, soon: oncePerPicture })
  const path = (): string => `/api/sessions/${addressPart(id)}/stream?after=${arriving.after}`
  const kept = stream<SessionStreamEvents>(path, arriving.listeners, { restsAfter })
  const unwatch = effect(() => {
    if (arriving.phase.value === 'gone') kept.close()
    else if (kept.state.value === 'failed' && kept.problem.value !== undefined)
      arriving.end(kept.problem.value)
  })
  const { header, activity, phase, problem, version, view, moment, fold } = arriving
  return {
    id,
    header,
    activity,
    phase,
    problem,
    version,
    view,
    moment,
    events: {
      get length() {
        return fold.length
      },
      at: (index) => fold.frameAt(index).event,
      frameAt: (index) => fold.frameAt(index),
    },
    focused: signal<CallId | undefined>(undefined),
    unfolded: unfoldedOf(id, ({ callId }) => isPinned(id, callId)),
    close: () => {
      unwatch()
      kept.close()
      arriving.close()
    },
  }
}

const current = signal<OpenSession | undefined>(undefined)

/** The session that the address names; `undefined` where it names none. */
export const openSession: ReadonlySignal<OpenSession | undefined> = current

const wantedCall = computed(() => (route.value.page === 'session' ? route.value.callId : undefined))

effect(() => {
  const id = routedSession.value
  untracked(() => {
    current.value?.close()
    current.value = id === undefined ? undefined : openedSession(id)
  })
})

effect(() => {
  if (current.value !== undefined && wantedCall.value !== undefined)
    current.value.focused.value = wantedCall.value as CallId
})
