import { store, stored } from '../kit/stored.ts'

const kept = 'token'

/**
 * The secret of this server. It comes in the fragment of the printed address, which no request carries, leaves the address
 * bar at once, and lives as long as the tab. Not a cookie: those of one port are sent to all ports of a machine.
 */
export function readToken(): string | undefined {
  const given = /^#token=([A-Za-z0-9_-]+)/.exec(location.hash)?.[1]
  if (given !== undefined) {
    store(kept, given, 'sessionStorage')
    history.replaceState(
      null,
      '',
      `${location.pathname}${location.hash.replace(/^#token=[A-Za-z0-9_-]+&?/, '#')}`,
    )
  }
  return given ?? stored(kept, 'sessionStorage')
}

// Another address of this server, opened in this tab, changes no more than the fragment.
window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload()
})
