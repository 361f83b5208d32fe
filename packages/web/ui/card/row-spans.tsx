import type { Piece, Row } from '@millrace/cards'
import { lineShown } from './prose/lines-shown.ts'

/** A row of a layout: its text is safe already, its tones are classes. */
export function RowSpans({ row }: { readonly row: Row }) {
  return (
    <>
      {row.map(({ text, tone }, index) =>
        tone === 'plain' ? (
          text
        ) : (
          <span key={index} class={`t-${tone}`}>
            {text}
          </span>
        ),
      )}
    </>
  )
}

/** Pieces of a line as it was written, made safe to show. */
export function PieceSpans({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, tone }, index) =>
        tone === 'plain' ? (
          lineShown(text)
        ) : (
          <span key={index} class={`t-${tone}`}>
            {lineShown(text)}
          </span>
        ),
      )}
    </>
  )
}
