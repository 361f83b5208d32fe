import { escapeVisible } from '@millrace/protocol'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { connection } from '../api/connection.ts'
import { hasToken } from '../api/api.ts'
import { about } from './about.ts'
import { setMode } from './mode-select.tsx'
import { appWords } from './words.ts'

/** What a person should know before anything else. */
export function Banners(): JSX.Element {
  const words = appWords.value
  const { sandboxBanner, mode } = about.value ?? {}
  return (
    <section class="app-banners" aria-label={words.notices}>
      <Connection />
      {mode === 'bypass' && (
        <p class="app-banner app-banner-danger" role="alert">
          <strong>{words.bypassNow}</strong>
          <button type="button" class="kit-button" onClick={() => void setMode('default')}>
            {words.askAgain}
          </button>
        </p>
      )}
      {sandboxBanner !== undefined && (
        <p class="app-banner app-banner-warning">
          {escapeVisible(sandboxBanner.replaceAll(/\s*\n\s*/g, ' '))}
        </p>
      )}
    </section>
  )
}

/** A connection that is back at once is not worth a word. */
const patience = 1_000
const longPatience = 9_000

function Connection(): JSX.Element {
  const words = appWords.value
  const state = connection.value
  const waited = useSignal<'short' | 'some' | 'long'>('short')
  useEffect(() => {
    waited.value = 'short'
    if (state !== 'waiting') return
    const timers = [
      setTimeout(() => (waited.value = 'some'), patience),
      setTimeout(() => (waited.value = 'long'), longPatience),
    ]
    return () => timers.forEach(clearTimeout)
  }, [state])
  const isLost = state === 'waiting' && waited.value !== 'short'
  return (
    <div role="status">
      {state === 'refused' && (
        <p class="app-banner app-banner-danger">{hasToken ? words.refused : words.noToken}</p>
      )}
      {isLost && (
        <p class="app-banner app-banner-warning">
          {waited.value === 'some' ? words.reconnecting : words.serverGone}
          {waited.value === 'long' && <code>millrace web</code>}
        </p>
      )}
    </div>
  )
}
