import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX, TargetedEvent } from 'preact'
import { store, stored } from './stored.ts'
import './kit.css'

/** A part of a page that can be closed; whether it is open is remembered in this browser. What it holds is made when it is open. */
export function Section({
  id,
  title,
  aside,
  startsOpen = true,
  level = 3,
  children,
}: {
  /** A stable name to remember it by. */
  readonly id: string
  readonly title: string
  /** Beside the title, such as a count. */
  readonly aside?: ComponentChildren
  readonly startsOpen?: boolean
  /** Of its heading. */
  readonly level?: 2 | 3
  readonly children: ComponentChildren
}): JSX.Element {
  const isOpen = useSignal(openAtFirst(id, startsOpen))
  const toggled = (event: TargetedEvent<HTMLDetailsElement>): void => {
    const { open } = event.currentTarget
    if (open === isOpen.value) return
    isOpen.value = open
    store(`section.${id}`, open ? 'open' : 'closed')
  }
  const Heading = `h${level}` as const
  return (
    <details class="kit-section" open={isOpen.value} onToggle={toggled} data-section={id}>
      <summary>
        <Heading>{title}</Heading>
        {aside !== undefined && <span class="kit-section-aside">{aside}</span>}
      </summary>
      {isOpen.value && <div class="kit-section-body">{children}</div>}
    </details>
  )
}

function openAtFirst(id: string, startsOpen: boolean): boolean {
  const kept = stored(`section.${id}`)
  return kept === undefined ? startsOpen : kept === 'open'
}
