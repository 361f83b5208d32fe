import { useMemo } from 'preact/hooks'
import { CopyButton } from '../copy-button.tsx'
import { highlightWhenLoaded } from '../highlight.ts'
import { PieceSpans } from '../row-spans.tsx'
import { cardWords } from '../words.ts'

/** A program in a message: coloured where its language is known, and it can be copied. */
export function Program({ text, language }: { readonly text: string; readonly language: string }) {
  const highlight = highlightWhenLoaded()
  const lines = useMemo(() => {
    const plain = text.split('\n')
    const coloured = language === '' ? undefined : highlight?.(text, language)
    return plain.map((line, index) => {
      const pieces = coloured?.[index]
      // A highlighter has no say in what the text is.
      const isSame = pieces !== undefined && pieces.map((piece) => piece.text).join('') === line
      return isSame ? pieces : [{ text: line, tone: 'plain' as const }]
    })
  }, [text, language, highlight])
  return (
    <div class="fenced">
      <pre class="code" tabIndex={0}>
        {lines.map((pieces, index) => (
          <span key={index} class="line">
            <PieceSpans pieces={pieces} />
            {'\n'}
          </span>
        ))}
      </pre>
      <CopyButton text={() => text} label={cardWords.value.copyProgram} sign="❐" />
    </div>
  )
}
