import { show, type Block, type ItemBlock } from '@millrace/cards'
import { lineShown } from './prose/lines-shown.ts'
import { WebLink } from './prose/web-link.tsx'
import { CodeLines } from './blocks/code-lines.tsx'
import { DiffLines } from './blocks/diff-lines.tsx'
import { LongProse } from './blocks/long-prose.tsx'
import { MoreButton } from './blocks/more-button.tsx'
import { useMore } from './blocks/use-more.ts'
import './card.css'

interface Look {
  /** Whether the card is unfolded: nothing is cut then. */
  readonly isOpen: boolean
  /** Unfolds the card; what says that something is hidden is a button for it. */
  readonly unfold: () => void
}

interface BlocksProps extends Partial<Look> {
  readonly blocks: readonly Block[]
}

/** Blocks that are shown at once: a search finds tens of thousands of files. */
const step = { first: 1_000, more: 2_000 }

/** The blocks of a card's body; as a whole, unless the caller can unfold it. */
export function Blocks({ blocks, isOpen = true, unfold = nothing }: BlocksProps) {
  const look: Look = { isOpen, unfold }
  const more = useMore(blocks.length, step.first, step.more)
  return (
    <>
      {blocks.slice(0, more.shown).map((block, index) => (
        <OneBlock key={index} block={block} {...look} />
      ))}
      <MoreButton {...more} />
    </>
  )
}

function nothing(): void {}

function OneBlock({ block, ...look }: Look & { readonly block: Block }) {
  switch (block.kind) {
    case 'note':
      return <Note block={block} {...look} />
    case 'prose':
      return <LongProse lines={block.lines} tone={block.tone} />
    case 'link':
      return (
        <p class="address">
          <WebLink address={block.address} />
        </p>
      )
    case 'code':
      return block.language === 'diff' ? (
        <DiffLines block={block} {...look} />
      ) : (
        <CodeLines lines={block.lines} language={block.language} {...look} />
      )
    case 'item':
      return <Item block={block} {...look} />
    case 'labelled':
      return (
        <div class="labelled">
          <span class="label">{block.label}</span>
          <div class="labelled-body">
            <Blocks blocks={block.body} {...look} />
          </div>
        </div>
      )
  }
}

interface NoteProps extends Look {
  readonly block: Extract<Block, { readonly kind: 'note' }>
}

/** A remark of the layout; one that counts what is hidden unfolds it. */
function Note({ block, unfold }: NoteProps) {
  const said = (
    <>
      {show(block.text)}
      {block.subject !== undefined && (
        <>
          {' '}
          <code>{lineShown(block.subject)}</code>
        </>
      )}
    </>
  )
  if (block.isFold !== true) return <p class="note">{said}</p>
  return (
    <button type="button" class="fold" aria-expanded={false} onClick={unfold}>
      {said}
    </button>
  )
}

function Item({ block, ...look }: Look & { readonly block: ItemBlock }) {
  const { name, tone, fact, inset, body } = block
  return (
    <div class={body.length > 0 ? 'item' : 'item bare'}>
      <p class="item-name">
        <code class={`t-${tone}`}>{lineShown(name)}</code>
        {fact !== undefined && <span class="item-fact">{show(fact)}</span>}
      </p>
      {body.length > 0 && (
        <div class={inset === 0 ? 'item-body' : 'item-body inset'}>
          <Blocks blocks={body} {...look} />
        </div>
      )}
    </div>
  )
}
