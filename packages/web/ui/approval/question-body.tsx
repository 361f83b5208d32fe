import { drawCard, type Block, type CardDrawing } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { Blocks } from '../card/blocks.tsx'
import { layoutWords } from '../card/layout-words.ts'
import { parseExact } from '../kit/json/parse-exact.ts'
import { printExact } from '../kit/json/print-exact.ts'
import { extentOf, foldBlocks, type FoldedBlocks } from './fold-blocks.ts'
import type { Panel } from './panel.ts'
import { words } from './words.ts'

/** Nothing is cut for want of room: the page has its own ways to show what is long. */
const columns = 100_000

/** What a question is about, drawn as a whole. */
export interface AskedBody {
  readonly drawing: CardDrawing
  readonly blocks: readonly Block[]
  /** Both ends, where it is too long to be seen at once. */
  readonly folded: FoldedBlocks | undefined
}

/** What a question is about: the command itself, what it would change, and whatever of its arguments that may leave out. */
export function bodyOf({ card, cwd, details }: AskedQuestion): AskedBody {
  const drawing = drawCard(card, { width: columns, expand: true, cwd, words: layoutWords() })
  const blocks = [...subjectOf(drawing), ...drawing.body, ...drawing.after, ...restOf(details)]
  return { drawing, blocks, folded: foldBlocks(blocks) }
}

/** The command, or whatever else the call is about, unless the body begins with the name of it. */
function subjectOf({ object, body }: CardDrawing): Block[] {
  const text = object.map((span) => span.text).join('')
  if (text === '' || body.some((block) => block.kind === 'item' && block.name === text)) return []
  const isCommand = text.startsWith('$ ')
  const pieces = [{ text: isCommand ? text.slice(2) : text, tone: 'strong' } as const]
  return [{ kind: 'code', language: 'bash', lines: [{ pieces, ...(isCommand && { margin: '$ ' }) }] }]
}

/** All arguments, where the card is drawn by a tool that may leave out what matters. */
function restOf(details: string | undefined): Block[] {
  if (details === undefined) return []
  const block = codeOf('json', details.split('\n'))
  const { lines, characters } = extentOf([block])
  return [{ kind: 'note', text: words.value.allArguments(words.value.extent(lines, characters)) }, block]
}

function codeOf(language: string, lines: readonly string[]): Block {
  return { kind: 'code', language, lines: lines.map((text) => ({ pieces: [{ text, tone: 'strong' }] })) }
}

/** Shows it in an area that scrolls: as a whole, or both its ends with an exact count of what is between them. */
export function QuestionBody({
  body,
  panel,
}: {
  readonly body: AskedBody
  readonly panel: Panel
}): JSX.Element {
  const { blocks, folded } = body
  const isFolded = folded !== undefined && !panel.isWhole.value
  const { lines, characters } = extentOf(blocks)
  return (
    <div class="asked-body" tabIndex={0} role="group" aria-label={words.value.body}>
      {isFolded ? (
        <>
          <Blocks blocks={folded.head} />
          <button type="button" class="asked-hidden" onClick={() => (panel.isWhole.value = true)}>
            … {words.value.hidden(folded.hidden.lines, folded.hidden.characters)}
            <span class="asked-hidden-do">
              {words.value.showAll} <kbd>o</kbd>
            </span>
          </button>
          <Blocks blocks={folded.tail} />
        </>
      ) : (
        <Blocks blocks={blocks} />
      )}
      {folded !== undefined && !isFolded && (
        <p class="asked-extent">{words.value.extent(lines, characters)}</p>
      )}
    </div>
  )
}

/** The arguments as the model wrote them, member by member, for whoever wants to see them beside the drawing. */
export function AllArguments({ question }: { readonly question: AskedQuestion }): JSX.Element | null {
  const { card, details, kind } = question
  if (details !== undefined || kind !== 'call') return null
  const lines = laidOut(card.arguments).split('\n')
  const block = codeOf('json', lines)
  const { characters } = extentOf([block])
  return (
    <details class="asked-arguments">
      <summary>{words.value.allArguments(words.value.extent(lines.length, characters))}</summary>
      <Blocks blocks={[block]} />
    </details>
  )
}

function laidOut(text: string): string {
  try {
    return printExact(parseExact(text))
  } catch {
    // No JSON, or nested too deeply: as it stands.
    return text
  }
}
