import { drawAgents, ownCalls, type Card, type CardDrawing } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { AgentView } from './agent-view.tsx'
import { Blocks } from './blocks.tsx'
import { CallsWithin } from './calls-within.tsx'
import { CardHeader } from './card-header.tsx'
import { layoutWords } from './layout-words.ts'
import { Picture } from './picture.tsx'
import { useDrawing } from './use-drawing.ts'
import { useRead } from './use-read.ts'
import { useScene } from './use-scene.ts'

interface CardViewProps {
  readonly card: Card
  /** It is one of the calls within another card: its header is enough where nothing about it wants to be seen. */
  readonly isWithin?: boolean
  /** Its place in a list of which only a part is there: counted from 1. */
  readonly place?: { readonly at: number; readonly of: number }
}

/** One call: its header, and below it as much as is unfolded. It needs a `SceneContext` above it. */
export function CardView({ card, isWithin = false, place }: CardViewProps) {
  const scene = useScene()
  const isOpen = useRead(() => scene.isOpen(card), [scene, card])
  const isPinned = useRead(() => !isOpen && scene.isPinned?.(card) === true, [scene, card, isOpen])
  const drawing = useDrawing(card, isOpen, isWithin)
  const isFocused = useRead(() => scene.focused?.value === card.callId, [scene, card.callId])
  const body = useMemo(
    () => (drawing.isHeaderOnly ? null : <CardBody card={card} drawing={drawing} isOpen={isOpen} />),
    [card, drawing, isOpen],
  )
  const state = drawing.state.tone
  return (
    <article
      class={`card s-${state}${isFocused ? ' focused' : ''}`}
      data-call={card.callId}
      tabIndex={isFocused ? 0 : -1}
      aria-label={labelOf(drawing)}
      aria-posinset={place?.at}
      aria-setsize={place?.of}
      onFocus={(event) => {
        event.stopPropagation()
        scene.focus?.(card.callId)
      }}
    >
      <CardHeader
        card={card}
        drawing={drawing}
        isOpen={isOpen}
        isFocused={isFocused}
        isPinned={isPinned}
        canOpen={isWithin || !drawing.isHeaderOnly}
      />
      {!isPinned && body}
    </article>
  )
}

function labelOf({ state, verb, object }: CardDrawing): string {
  return [state.text, verb, object.map(({ text }) => text).join('')].join(' ').trim()
}

interface CardBodyProps {
  readonly card: Card
  readonly drawing: CardDrawing
  readonly isOpen: boolean
}

function CardBody({ card, drawing, isOpen }: CardBodyProps) {
  const scene = useScene()
  const unfold = (): void => {
    if (!scene.isOpen(card)) scene.toggle(card)
  }
  const look = { isOpen, unfold }
  const { body, images, after } = drawing
  const agents = drawAgents(card, { words: layoutWords() })
  return (
    <div class="card-body">
      <Blocks blocks={body} {...look} />
      {images.map((image, index) => (
        <Picture key={index} block={image} />
      ))}
      <CallsWithin calls={agents.length > 0 && !isOpen ? card.children : ownCalls(card)} draw={drawWithin} />
      {agents.map((agent) => (
        <AgentView key={agent.id} agent={agent} isOpen={isOpen} unfold={unfold} draw={drawWithin} />
      ))}
      <Blocks blocks={after} {...look} />
    </div>
  )
}

function drawWithin(card: Card) {
  return <CardView card={card} isWithin />
}
