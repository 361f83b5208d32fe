import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import type { OpenSession } from '../session/store/open-session.ts'
import { Boundary } from './boundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import { isTight, showDetails } from './panels.ts'
import { appWords } from './words.ts'

const Details = lazyPart(async () => (await import('../session/details/details.tsx')).Details)

/** The details of the focused call, beside the session, or over it where there is no room. */
export function DetailsPanel({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = appWords.value
  const panel = useRef<HTMLElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const isOver = isTight.value
  useEffect(() => {
    if (isOver) close.current?.focus({ preventScroll: true })
  }, [isOver])
  useLayoutEffect(
    () => () => {
      // The focus must not be lost with the panel that has it.
      if (panel.current?.contains(document.activeElement) === true)
        document.getElementById('app-details-button')?.focus()
    },
    [],
  )
  const shut = (): void => showDetails(false)
  return (
    <aside
      ref={panel}
      class="app-details"
      aria-label={words.details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOver || event.defaultPrevented || isComposing(event)) return
        event.preventDefault()
        shut()
      }}
    >
      <div class="app-details-head">
        <h2>{words.details}</h2>
        <button
          ref={close}
          type="button"
          class="app-icon-button"
          aria-label={words.closeDetails}
          title={`${words.closeDetails} (d)`}
          onClick={shut}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div class="app-details-body">
        <Boundary part={`details ${session.id}`}>
          <Details session={session} />
        </Boundary>
      </div>
    </aside>
  )
}
