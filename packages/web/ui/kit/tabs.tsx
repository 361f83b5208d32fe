import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact'
import { useId } from 'preact/hooks'
import './kit.css'

/** One of several views of the same. */
export interface Tab<T extends string> {
  readonly id: T
  readonly title: string
}

/** A row of tabs and the view of the chosen one. Arrow keys go from tab to tab. */
export function Tabs<T extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly chosen: T
  readonly onChoose: (id: T) => void
  readonly children: ComponentChildren
}): JSX.Element {
  const own = useId()
  const step = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]!
    onChoose(next.id)
    document.getElementById(`${own}-${next.id}`)?.focus()
  }
  return (
    <div class="kit-tabs">
      <div role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`${own}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={`${own}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${own}-panel`} aria-labelledby={`${own}-${chosen}`} class="kit-tab-panel">
        {children}
      </div>
    </div>
  )
}
