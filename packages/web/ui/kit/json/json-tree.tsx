import { count } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { kitWords } from '../words.ts'
import { isExactObject, RawText, type Exact } from './exact.ts'
import { printExactLine } from './print-exact.ts'
import '../kit.css'

/** How many members are made at first, and with each press of the button below them. */
const atOnce = 100

/** A value as a tree, of which only what is open is made. */
export function JsonTree({ value }: { readonly value: Exact }): JSX.Element {
  const entries = entriesOf(value)
  if (entries === undefined) return <Leaf value={value} />
  return <Members entries={entries} opens={entries.length <= 20} />
}

type Entry = readonly [name: string, value: Exact]

function entriesOf(value: Exact): readonly Entry[] | undefined {
  if (Array.isArray(value)) return (value as readonly Exact[]).map((each, at) => [String(at), each])
  return isExactObject(value) ? Object.entries(value) : undefined
}

function Members({
  entries,
  opens,
}: {
  readonly entries: readonly Entry[]
  readonly opens: boolean
}): JSX.Element {
  const most = useSignal(atOnce)
  if (entries.length === 0) return <span class="kit-quiet">{kitWords.value.noMembers}</span>
  const hidden = entries.length - most.value
  return (
    <ul class="kit-tree">
      {entries.slice(0, most.value).map(([name, each]) => (
        <li key={name}>
          <Member name={name} value={each} opens={opens} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" class="kit-button" onClick={() => (most.value += atOnce)}>
            {kitWords.value.more(count(hidden))}
          </button>
        </li>
      )}
    </ul>
  )
}

function Member({
  name,
  value,
  opens,
}: {
  readonly name: string
  readonly value: Exact
  readonly opens: boolean
}): JSX.Element {
  const entries = entriesOf(value)
  const isOpen = useSignal(opens && (entries?.length ?? 0) <= 20)
  const label = <span class="kit-key">{escapeVisible(name)}</span>
  if (entries === undefined || entries.length === 0)
    return (
      <>
        {label} <Leaf value={value} />
      </>
    )
  return (
    <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>
        {label}{' '}
        <span class="kit-quiet">
          {Array.isArray(value) ? `[${count(entries.length)}]` : `{${count(entries.length)}}`}
        </span>
      </summary>
      {isOpen.value && <Members entries={entries} opens={false} />}
    </details>
  )
}

/** Longer texts are cut in the tree; the text beside it has all of them. */
const longestText = 2_000

function Leaf({ value }: { readonly value: Exact }): JSX.Element {
  if (typeof value === 'string') {
    const text = value.length > longestText ? value.slice(0, longestText) : value
    return (
      <span class="kit-string">
        {value.includes('\n') ? (
          <span class="kit-lines">{escapeVisible(text, { lines: true })}</span>
        ) : (
          `"${escapeVisible(text)}"`
        )}
        {text.length < value.length && <span class="kit-quiet"> … +{count(value.length - text.length)}</span>}
      </span>
    )
  }
  return (
    <span class={value instanceof RawText ? 'kit-number' : 'kit-word'}>
      {escapeVisible(printExactLine(value))}
    </span>
  )
}
