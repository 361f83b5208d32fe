import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { addressPart, textOfPart } from '../api/address-part.ts'

/** The part of the workbench that is shown; it stands in the fragment of the address, so that it can be linked. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'session'; readonly id: string; readonly callId?: string }
  | { readonly page: 'tools'; readonly tool?: string }
  | { readonly page: 'code' }
  | { readonly page: 'servers' }
  | { readonly page: 'rules' }

/** Where the page is. Read it; `go` changes it. */
export const route = signal<Route>(parsed(location.hash))

/** The id of the session that is shown; `undefined` where another part is. */
export const routedSession: ReadonlySignal<string | undefined> = computed(() =>
  route.value.page === 'session' ? route.value.id : undefined,
)

window.addEventListener('hashchange', () => {
  route.value = parsed(location.hash)
})

/** Shows another part; the browser can go back. */
export function go(to: Route): void {
  location.hash = addressOf(to)
}

/** The address of a part, for links. */
export function addressOf(to: Route): string {
  switch (to.page) {
    case 'home':
      return '#/'
    case 'session':
      return `#/session/${addressPart(to.id)}${to.callId === undefined ? '' : `/${addressPart(to.callId)}`}`
    case 'tools':
      return to.tool === undefined ? '#/tools' : `#/tools/${addressPart(to.tool)}`
    case 'code':
    case 'servers':
    case 'rules':
      return `#/${to.page}`
  }
}

function parsed(hash: string): Route {
  const [page = '', first, second] = hash.replace(/^#\/?/, '').split('/').map(textOfPart)
  if (page === 'session' && first !== undefined && first !== '')
    return { page, id: first, ...(second !== undefined && second !== '' && { callId: second }) }
  if (page === 'tools') return { page, ...(first !== undefined && first !== '' && { tool: first }) }
  if (page === 'code' || page === 'servers' || page === 'rules') return { page }
  return { page: 'home' }
}
