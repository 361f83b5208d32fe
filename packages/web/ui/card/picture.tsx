import { show } from '@millrace/cards'
import type { ImageBlock } from '@millrace/protocol'
import { useState } from 'preact/hooks'
import { pictureSource } from './picture-source.ts'
import { cardWords } from './words.ts'

/** A picture in a message or an answer of a tool; one that is none is a remark. */
export function Picture({ block }: { readonly block: ImageBlock }) {
  const [isBroken, setBroken] = useState(false)
  const words = cardWords.value
  const source = pictureSource(block)
  const type = show(block.mimeType.slice(0, 80))
  if (source.kind === 'fault' || isBroken) {
    const why = source.kind === 'fault' ? source.why : 'wrongType'
    return <p class="note">{words.noPicture(type, words[why])}</p>
  }
  const { width, height } = source.size
  return (
    <img
      class="picture"
      src={source.address}
      alt={words.picture(type, width, height)}
      width={width}
      height={height}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
