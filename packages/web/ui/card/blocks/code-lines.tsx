import type { Line } from '@millrace/cards'
import { useState } from 'preact/hooks'
import { cutPieces } from '../cut-pieces.ts'
import { PieceSpans } from '../row-spans.tsx'
import { cardWords } from '../words.ts'
import { MoreButton } from './more-button.tsx'
import { useMore } from './use-more.ts'

/** UTF-16 units of a line that a folded card, and that an open one shows at once. */
const longest = { folded: 400, open: 50_000 }
/** Lines that are shown at once: a browser that lays out a hundred thousand of them stands still. */
const step = { first: 1_000, more: 2_000 }

interface CodeLinesProps {
  readonly lines: readonly Line[]
  readonly language: string
  readonly isOpen: boolean
  readonly unfold: () => void
}

/** Lines that stand as they were written. */
export function CodeLines({ lines, language, isOpen, unfold }: CodeLinesProps) {
  const more = useMore(lines.length, step.first, step.more)
  return (
    <>
      <pre class={language === 'console' ? 'code console' : 'code'}>
        {lines.slice(0, more.shown).map((line, index) => (
          <CodeLine key={index} line={line} isOpen={isOpen} unfold={unfold} />
        ))}
      </pre>
      <MoreButton {...more} />
    </>
  )
}

interface CodeLineProps {
  readonly line: Line
  readonly isOpen: boolean
  readonly unfold: () => void
}

/** One line with what the layout puts before it. */
export function CodeLine({ line, isOpen, unfold }: CodeLineProps) {
  const { margin, marginTone } = line
  return (
    <span class={marginTone === undefined ? 'line' : `line m-${marginTone}`}>
      {margin !== undefined && margin !== '' && <span class="margin">{margin}</span>}
      <LineText pieces={line.pieces} isOpen={isOpen} unfold={unfold} />
    </span>
  )
}

interface LineTextProps extends Omit<CodeLineProps, 'line'> {
  readonly pieces: Line['pieces']
}

/** The text of a line: cut where it is very long, with a button that says how much that hides. */
export function LineText({ pieces, isOpen, unfold }: LineTextProps) {
  const { pieces: kept, hidden } = cutPieces(pieces, isOpen ? longest.open : longest.folded)
  if (hidden > 0 && isOpen) return <EndlessText pieces={pieces} />
  return (
    <span class="text">
      <PieceSpans pieces={kept} />
      {hidden > 0 && <Cut hidden={hidden} show={unfold} />}
      {'\n'}
    </span>
  )
}

/** A line that no browser lays out at once. */
function EndlessText({ pieces }: Pick<LineTextProps, 'pieces'>) {
  const [limit, setLimit] = useState(longest.open)
  const { pieces: kept, hidden } = cutPieces(pieces, limit)
  return (
    <span class="text">
      <PieceSpans pieces={kept} />
      {hidden > 0 && <Cut hidden={hidden} show={() => setLimit(limit * 4)} />}
      {'\n'}
    </span>
  )
}

function Cut({ hidden, show }: { readonly hidden: number; readonly show: () => void }) {
  return (
    <button type="button" class="cut" onClick={show}>
      {cardWords.value.cutLine(hidden)}
    </button>
  )
}
