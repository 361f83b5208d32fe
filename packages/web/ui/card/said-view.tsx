import { drawItem, show, type AssistantItem, type ItemDrawing, type ProseItem } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { Blocks } from './blocks.tsx'
import { LongProse } from './blocks/long-prose.tsx'
import { Picture } from './picture.tsx'
import { Markdown } from './prose/markdown.tsx'
import { layoutWords } from './layout-words.ts'
import { useScene } from './use-scene.ts'

interface SaidViewProps {
  readonly item: ProseItem
  /** Its name among the parts that are unfolded: the same whenever the session is shown. */
  readonly part: string
  readonly isWithinAgent?: boolean
  /** Its place in a list of which only a part is there: counted from 1. */
  readonly place?: { readonly at: number; readonly of: number }
}

const width = 100

/** What was said beside the calls: by the person, the model, a plugin, the session itself, or at the end of a turn. */
export function SaidView({ item, part, isWithinAgent = false, place }: SaidViewProps) {
  const scene = useScene()
  const isOpen = scene.isPartOpen(part)
  const unfold = (): void => scene.togglePart(part)
  const { session } = scene
  const words = layoutWords()
  const drawing = useMemo(
    () =>
      drawItem(item, {
        width,
        words,
        expand: isOpen,
        isWithinAgent,
        ...(session !== undefined && { session }),
      }),
    [item, isOpen, isWithinAgent, session, words],
  )
  const { speaker, name, reasoning, body, images, footer } = drawing
  const isQuiet = item.kind === 'note' || speaker === 'plugin'
  return (
    <article
      class={`said by-${speaker}${isQuiet ? ' quiet' : ''}`}
      aria-label={name}
      aria-posinset={place?.at}
      aria-setsize={place?.of}
    >
      {!isQuiet && item.kind !== 'end' && <p class="speaker">{name}</p>}
      {reasoning !== undefined && <Reasoning reasoning={reasoning} isOpen={isOpen} toggle={unfold} />}
      {item.kind === 'assistant' ? (
        <Answer item={item} drawing={drawing} />
      ) : (
        <Blocks blocks={body} isOpen={isOpen} unfold={unfold} />
      )}
      {images.map((image, index) => (
        <Picture key={index} block={image} />
      ))}
      {footer.length > 0 && !isWithinAgent && (
        <p class="turn-foot">
          {footer.map((fact, index) => (
            <span key={index}>{show(fact)}</span>
          ))}
        </p>
      )}
    </article>
  )
}

interface ReasoningProps {
  readonly reasoning: NonNullable<ItemDrawing['reasoning']>
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** What a model thought: folded to how long it is. */
function Reasoning({ reasoning: { label, body }, isOpen, toggle }: ReasoningProps) {
  return (
    <div class="reasoning">
      <button type="button" class="fold" aria-expanded={isOpen} onClick={toggle}>
        <span class="chevron" aria-hidden="true" /> {show(label)}
      </button>
      {isOpen && <Blocks blocks={body} />}
    </div>
  )
}

/** Beyond so many UTF-16 units an answer is shown in steps and as it was written. */
const longest = 200_000

function Answer({ item, drawing }: { readonly item: AssistantItem; readonly drawing: ItemDrawing }) {
  const { text, state } = item
  const notes = drawing.body.filter(({ kind }) => kind === 'note')
  return (
    <>
      {text.length > longest ? (
        <LongProse lines={text.split('\n')} tone="plain" />
      ) : (
        text !== '' && <Markdown text={text} isGrowing={state === 'streaming'} />
      )}
      {state === 'streaming' && <span class="streaming" aria-hidden="true" />}
      <Blocks blocks={notes} />
    </>
  )
}
