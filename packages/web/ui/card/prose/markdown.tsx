import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { Program } from './program.tsx'
import { lineShown } from './lines-shown.ts'
import { markdownParts } from './markdown-parts.ts'

/** What reads Markdown and makes nodes of it; it is loaded when the first message is shown. */
type Nodes = (text: string) => ComponentChildren

const nodes = signal<Nodes | undefined>(undefined)
let isAsked = false

function loaded(): Nodes | undefined {
  if (!isAsked) {
    isAsked = true
    import('./markdown-nodes.tsx').then(
      ({ markdownNodes }) => {
        nodes.value = markdownNodes
      },
      () => {
        // Without it messages stand as they were written; the next one that is shown tries again.
        isAsked = false
      },
    )
  }
  return nodes.value
}

/** A parse that takes longer is slow, in milliseconds; after so much of that what is left of a message stands as it was written. */
const slow = 30
const patience = 400

/** What a model said, with the marks of Markdown that are on the list; all else is text. */
export function Markdown({ text }: { readonly text: string }) {
  const spent = useRef(0)
  const parts = useMemo(() => markdownParts(text), [text])
  return (
    <div class="markdown">
      {parts.map((part, index) =>
        part.kind === 'code' ? (
          <Program key={index} text={part.text} language={part.language} />
        ) : (
          <Part key={index} text={part.text} spent={spent} />
        ),
      )}
    </div>
  )
}

function Part({ text, spent }: { readonly text: string; readonly spent: { current: number } }) {
  const read = loaded()
  const shown = useMemo(() => {
    if (read === undefined || spent.current > patience) return undefined
    const begun = performance.now()
    const made = read(text)
    const took = performance.now() - begun
    if (took > slow) spent.current += took
    return made
  }, [text, read])
  return shown === undefined ? <PlainText text={text} /> : <>{shown}</>
}

/** A text as it was written, line by line. */
export function PlainText({ text }: { readonly text: string }) {
  return <p class="plain-text">{text.split('\n').map(lineShown).join('\n')}</p>
}
