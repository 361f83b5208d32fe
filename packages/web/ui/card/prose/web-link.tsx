import { show } from '@millrace/cards'
import type { ComponentChildren } from 'preact'

/** The address in the form a browser goes to, so that a look-alike host shows; `undefined` unless it is http or https. */
export function webAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href, username, password } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' ? href : undefined
}

interface WebLinkProps {
  readonly address: string
  /** The words of the link; where they look like another address, the true one stands beside them. */
  readonly said?: string
  /** What is shown where the address is none of the web. */
  readonly otherwise?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A link that leaves the page: only to http and https, in a tab of its own that knows nothing of this one. */
export function WebLink({ address, said, otherwise, children }: WebLinkProps) {
  const href = webAddress(address)
  if (href === undefined) return <>{otherwise ?? <code>{show(address)}</code>}</>
  const shown = show(href)
  const isMisleading = said !== undefined && namesHost(said) && hostOf(said) !== new URL(href).host
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer" title={shown}>
        {children ?? shown}
      </a>
      {isMisleading && <span class="true-address"> ({shown})</span>}
    </>
  )
}

const host = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[/:?#\s]|$)/iu

function namesHost(said: string): boolean {
  return host.test(said)
}

function hostOf(said: string): string | undefined {
  const start = /^\s*https?:\/\//i.test(said) ? said.trim() : `https://${said.trim()}`
  return URL.canParse(start) ? new URL(start).host : undefined
}
