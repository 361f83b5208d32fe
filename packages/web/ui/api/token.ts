const kept = 'millrace.token'

/**
 * The secret of this server. It comes in the fragment of the printed address, which no request carries, leaves the address
 * bar at once, and lives as long as the tab. Not a cookie: those of one port are sent to all ports of a machine.
 */
export function readToken(): string | undefined {
  const given = /^#token=([A-Za-z0-9_-]+)/.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem(kept, given)
    history.replaceState(
      null,
      '',
      `${location.pathname}${location.hash.replace(/^#token=[A-Za-z0-9_-]+&?/, '#')}`,
    )
  }
  return sessionStorage.getItem(kept) ?? undefined
}

// Another address of this server, opened in this tab, changes no more than the fragment.
window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload()
})
