import { tally, type Card } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { MoreButton } from './blocks/more-button.tsx'
import { useMore } from './blocks/use-more.ts'
import type { DrawCall } from './draw-call.ts'
import { layoutWords } from './layout-words.ts'
import { useScene } from './use-scene.ts'
import { cardWords } from './words.ts'

/** So many calls are shown without a fold; of more, these stay at its ends. */
const mostUnfolded = 50
const ends = { head: 30, tail: 10 }
const step = 200
/** So many of a step are drawn for each picture. */
const pace = 20

interface CallsProps {
  readonly calls: readonly Card[]
  readonly draw: DrawCall
}

/** The calls that a card made; of very many both ends, and what is between them is counted. */
export function CallsWithin({ calls, draw }: CallsProps) {
  const { only } = useScene()
  const shown = only === undefined ? calls : calls.filter(only)
  if (shown.length === 0) return null
  return (
    <ul class="calls" aria-label={cardWords.value.callsWithin}>
      <SomeCalls calls={shown} draw={draw} />
    </ul>
  )
}

function SomeCalls({ calls, draw }: CallsProps) {
  const isFolded = calls.length > mostUnfolded
  const tail = isFolded ? ends.tail : 0
  const more = useMore(calls.length - tail, isFolded ? ends.head : mostUnfolded, step, pace)
  const hidden = calls.slice(more.shown, calls.length - tail)
  return (
    <>
      {listed(calls.slice(0, more.shown), draw)}
      {hidden.length > 0 && (
        <li class="calls-fold">
          <span class="note">… {tally(hidden, layoutWords())}</span> <MoreButton {...more} />
        </li>
      )}
      {listed(calls.slice(calls.length - tail), draw)}
    </>
  )
}

function listed(calls: readonly Card[], draw: DrawCall) {
  return calls.map((call) => (
    <li key={call.callId}>
      <OneCall call={call} draw={draw} />
    </li>
  ))
}

/** Drawn again only where it changed: one of a thousand calls changes at a time. */
function OneCall({ call, draw }: { readonly call: Card; readonly draw: DrawCall }) {
  return useMemo(() => <>{draw(call)}</>, [call, draw])
}
