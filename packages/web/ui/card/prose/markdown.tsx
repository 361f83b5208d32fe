import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Program } from './program.tsx'
import { lineShown } from './lines-shown.ts'
import { markdownParts } from './markdown-parts.ts'
import { mayBeParsed, parsedLength } from './parse-bounds.ts'

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

interface MarkdownProps {
  readonly text: string
  /** Whether more of it may come. */
  readonly isGrowing?: boolean
}

/** What a model said, with the marks of Markdown that are on the list; all else is text. */
export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const parts = useMemo(() => markdownParts(text), [text])
  const may = useMemo(() => mayBeParsed(parts), [parts])
  return (
    <div class="markdown">
      {parts.map((part, index) => {
        if (part.kind === 'code') return <Program key={index} text={part.text} language={part.language} />
        if (!may[index]) return <PlainText key={index} text={part.text} />
        return <Part key={index} text={part.text} isGrowing={isGrowing && index === parts.length - 1} />
      })}
    </div>
  )
}

function Part({ text, isGrowing = false }: MarkdownProps) {
  const read = loaded()
  const length = useMemo(() => (isGrowing ? parsedLength(text) : text.length), [text, isGrowing])
  const parsed = text.slice(0, length)
  const shown = useMemo(() => read?.(parsed), [parsed, read])
  if (shown === undefined) return <PlainText text={text} />
  return (
    <>
      {shown}
      {length < text.length && <PlainText text={text.slice(length)} />}
    </>
  )
}

/** A text as it was written, line by line. */
export function PlainText({ text }: { readonly text: string }) {
  return <p class="plain-text">{text.split('\n').map(lineShown).join('\n')}</p>
}
