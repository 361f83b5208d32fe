import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import type { SpillKind } from '@millrace/host'
import type { ContentLimits, SpillSource } from './contract.ts'
import { keep, type Kept } from './keep.ts'
import { mediaOf, type Media } from './media.ts'
import { blockBytes } from './size.ts'

/** Pictures and sounds of one result that are kept as files. */
const mostFiles = 32

/** Base64 that is decoded at once: whole groups of four. */
const chunkUnits = 1024 * 1024

const kinds: Readonly<Record<string, SpillKind>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Puts a text in the place of each picture or sound that is too large, or one too many; it says what, why and where. */
export async function boundMedia(
  content: readonly ContentBlock[],
  limits: ContentLimits,
  store: SpillSource,
  name: string,
): Promise<ContentBlock[]> {
  const bounded: ContentBlock[] = []
  let total = 0
  let frames = 0
  let files = 0
  for (const block of content) {
    const media = mediaOf(block)
    const fault = media && faultOf(media, total, frames, limits)
    if (media === undefined || fault === undefined) {
      total += media?.size ?? 0
      frames += media === undefined ? 0 : media.frame + blockBytes
      bounded.push(block)
      continue
    }
    files += 1
    const kept: Kept =
      files > mostFiles
        ? { problem: `${mostFiles} others of this result are` }
        : await keep(store, { name, kind: kindOf(media), chunks: decoded(media.data) })
    bounded.push(text(placeholder(media, fault, kept)))
  }
  return bounded
}

/** Why a block is not shown; half of the bytes for text at most go to what stands around pictures. */
function faultOf(
  media: Media,
  total: number,
  frames: number,
  { maxBytes, maxMediaBytes, maxMediaTotalBytes }: ContentLimits,
): string | undefined {
  const { size, frame } = media
  if (size > maxMediaBytes) return `only ${wordsFor(media)} of at most ${maxMediaBytes} bytes are shown`
  if (total + size > maxMediaTotalBytes) {
    return `only ${maxMediaTotalBytes} bytes of pictures and sounds are shown of one result`
  }
  return frames + frame + blockBytes > maxBytes / 2 ? 'the result holds too many of them' : undefined
}

function wordsFor({ mimeType }: Media): string {
  if (mimeType.startsWith('image/')) return 'pictures'
  return mimeType.startsWith('audio/') ? 'sounds' : 'files'
}

function placeholder(media: Media, fault: string, kept: Kept): string {
  const { mimeType, size } = media
  const what = mimeType === '' ? 'binary data' : escapeVisible(mimeType.slice(0, 100))
  const advice = mimeType.startsWith('image/') ? '; scale it down to look at it' : ''
  return `[${what}, ${size} bytes; ${fault}; ${whereabouts(kept)}${'path' in kept ? advice : ''}]`
}

function whereabouts(kept: Kept): string {
  if ('problem' in kept) return `it is not kept: ${kept.problem}`
  const path = escapeVisible(kept.path)
  return kept.isWhole ? `it is in ${path}` : `its first ${kept.bytes} bytes are in ${path}`
}

function kindOf({ mimeType }: Media): SpillKind {
  return Object.hasOwn(kinds, mimeType) ? (kinds[mimeType] ?? 'bin') : 'bin'
}

function* decoded(data: string): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += chunkUnits) {
    yield Buffer.from(data.slice(at, at + chunkUnits), 'base64')
  }
}
