import { show, type AgentDrawing } from '@millrace/cards'
import { Fragment } from 'preact'
import { MoreButton } from './blocks/more-button.tsx'
import { useMore } from './blocks/use-more.ts'
import type { DrawCall } from './draw-call.ts'
import { SaidView } from './said-view.tsx'
import { layoutWords } from './layout-words.ts'
import { useScene } from './use-scene.ts'

interface AgentViewProps {
  readonly agent: AgentDrawing
  /** Whether its card is unfolded; what was said in it is hidden otherwise, and its calls stand with those of the card. */
  readonly isOpen: boolean
  readonly unfold: () => void
  readonly draw: DrawCall
}

/** Entries of a sub-agent that are shown at once. */
const step = { first: 100, more: 200 }

/** A sub-agent: what it is for, and what was said and done in it. */
export function AgentView({ agent, isOpen, unfold, draw }: AgentViewProps) {
  const { only } = useScene()
  const { words, entries } = agent
  const shown =
    only === undefined ? entries : entries.filter((entry) => entry.kind === 'call' && only(entry.card))
  const more = useMore(shown.length, step.first, step.more)
  const said = entries.filter(({ kind }) => kind === 'said').length
  const { body, counted } = layoutWords()
  return (
    <section class="agent">
      <p class="agent-head">
        <span class="agent-label">{body.agent}</span> {show(words)}
      </p>
      {!isOpen && said > 0 && (
        <button type="button" class="fold" aria-expanded={false} onClick={unfold}>
          … {body.hidden(counted(said, 'message'))}
        </button>
      )}
      {isOpen && (
        <div class="agent-entries">
          {shown
            .slice(0, more.shown)
            .map((entry, index) =>
              entry.kind === 'call' ? (
                <Fragment key={entry.card.callId}>{draw(entry.card)}</Fragment>
              ) : (
                <SaidView key={index} item={entry.item} part={`${agent.id}:${index}`} isWithinAgent />
              ),
            )}
          <MoreButton {...more} />
        </div>
      )}
    </section>
  )
}
