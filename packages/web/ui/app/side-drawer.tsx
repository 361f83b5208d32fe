import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import { SessionSide } from '../sessions/session-side.tsx'
import { Boundary } from './boundary.tsx'
import { drawerOpen, isNarrow, showDrawer } from './panels.ts'
import { appWords } from './words.ts'

/** The sessions at the left: always there on wide screens, a drawer on narrow ones. */
export function SideDrawer(): JSX.Element | null {
  const words = appWords.value
  const drawer = useRef<HTMLElement>(null)
  const isOpen = drawerOpen.value
  useEffect(() => {
    if (!isOpen) return
    drawer.current?.focus({ preventScroll: true })
    return () => document.getElementById('app-drawer-button')?.focus()
  }, [isOpen])
  if (isNarrow.value && !isOpen) return null
  return (
    <>
      {isOpen && <div class="app-shade" onClick={() => showDrawer(false)} />}
      <nav
        ref={drawer}
        id="app-sessions"
        class={isNarrow.value ? 'app-side app-side-over' : 'app-side'}
        aria-label={words.sessions}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen && !isComposing(event)) showDrawer(false)
        }}
      >
        {isNarrow.value && (
          <button
            type="button"
            class="app-icon-button app-side-close"
            aria-label={words.closeSessions}
            onClick={() => showDrawer(false)}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
        <Boundary part="sessions">
          <SessionSide />
        </Boundary>
      </nav>
    </>
  )
}
