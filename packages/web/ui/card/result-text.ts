import { drawCard, type Block, type Card } from '@millrace/cards'
import type { ContentBlock, ToolResultView } from '@millrace/protocol'

/** What a call gave, as it was written and without any of the layout: for the clipboard. */
export function resultText(card: Card): string {
  const { result, failure, console, progress } = card
  if (failure !== undefined && result?.card !== 'terminal') return failure
  if (result === undefined) return console ?? progress?.text ?? card.arguments
  return textOf(result, card)
}

function textOf(view: ToolResultView, card: Card): string {
  switch (view.card) {
    case 'generic':
      return (view.content ?? []).map(contentText).join('\n')
    case 'terminal':
      return view.output ?? ''
    case 'diff':
      return diffText(drawCard(card, { width: 100, expand: true }).body).join('\n')
    case 'read':
      return view.content ?? view.lines.map(({ text }) => text).join('\n')
    case 'search':
      return view.shape === 'paths'
        ? view.paths.join('\n')
        : view.files
            .flatMap(({ path, matches }) => matches.map((each) => `${path}:${each.lineNumber}:${each.line}`))
            .join('\n')
    case 'web':
      return view.kind === 'fetch' ? view.url : sourcesText(view)
    case 'code':
      return view.result ?? card.console ?? ''
  }
}

function contentText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource':
      return block.resource.text ?? block.resource.uri
    case 'resource_link':
      return block.uri
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}]`
  }
}

function sourcesText({ answer, sources }: Extract<ToolResultView, { readonly kind: 'search' }>): string {
  const lines = sources.map(({ title, url }) => (title === undefined ? url : `${title}\n${url}`))
  return [...(answer === undefined ? [] : [answer, '']), ...lines].join('\n')
}

/** Changes in the notation that `patch` reads, as far as their places are known. */
function diffText(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'item') return [`--- ${block.name}`, `+++ ${block.name}`, ...diffText(block.body)]
    if (block.kind !== 'code') return []
    const lines = block.lines.map(({ sign = '', pieces }) => sign + pieces.map(({ text }) => text).join(''))
    return block.header === undefined ? lines : [block.header, ...lines]
  })
}
