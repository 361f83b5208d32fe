import { escapeVisible, type ContentBlock } from '@millrace/protocol'
import type { JSX } from 'preact'
import { Picture } from '../../card/picture.tsx'
import { Cut } from '../../kit/cut.tsx'
import { JsonView } from '../../kit/json/json-view.tsx'
import { detailsWords } from './words.ts'

/** Content as a model reads it, block for block. */
export function ModelView({ content }: { readonly content: readonly ContentBlock[] }): JSX.Element {
  if (content.length === 0) return <p class="kit-quiet">{detailsWords.value.noContent}</p>
  return (
    <>
      {content.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </>
  )
}

function Block({ block }: { readonly block: ContentBlock }): JSX.Element {
  switch (block.type) {
    case 'text':
      return <Cut text={escapeVisible(block.text, { lines: true })} />
    case 'image':
      return <Picture block={block} />
    case 'audio':
      return <p class="kit-quiet">{detailsWords.value.audio(escapeVisible(String(block.mimeType)))}</p>
    case 'resource':
    case 'resource_link':
      return <JsonView text={JSON.stringify(block, null, 2)} />
    default:
      // A log may have kinds of content that this page does not know.
      return <JsonView text={JSON.stringify(block, null, 2)} />
  }
}
