import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { OpenSession } from '../session/store/open-session.ts'
import { Boundary } from './boundary.tsx'
import { isTight, showDetails } from './panels.ts'
import { appWords } from './words.ts'

/** The details of the focused call, beside the session, or over it where there is no room. */
export function DetailsPanel({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = appWords.value
  const close = useRef<HTMLButtonElement>(null)
  const isOver = isTight.value
  useEffect(() => {
    if (isOver) close.current?.focus({ preventScroll: true })
  }, [isOver])
  const shut = (): void => {
    showDetails(false)
    document.getElementById('app-details-button')?.focus()
  }
  return (
    <aside
      class="app-details"
      aria-label={words.details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOver || event.isComposing) return
        event.stopPropagation()
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
          <p>details</p>
        </Boundary>
      </div>
    </aside>
  )
}
