import {
  pictureFault,
  pictureSize,
  pictureType,
  pictureTypes,
  type ImageBlock,
  type PictureSize,
} from '@millrace/protocol'

/** A picture that a browser may draw, or why it may not. */
export type PictureSource =
  | { readonly kind: 'picture'; readonly address: string; readonly size: PictureSize }
  | { readonly kind: 'fault'; readonly why: 'notBase64' | 'wrongType' | 'noSize' | 'tooLarge' }

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
/** Nothing longer is decoded: it is beyond what pictures may have. */
const longestData = 6_000_000

const known = new WeakMap<ImageBlock, PictureSource>()

/** Judges a picture by its own bytes, whatever is said of it. */
export function pictureSource(block: ImageBlock): PictureSource {
  const judged = known.get(block) ?? judge(block)
  known.set(block, judged)
  return judged
}

function judge({ data, mimeType }: ImageBlock): PictureSource {
  if (data.length > longestData) return { kind: 'fault', why: 'tooLarge' }
  if (data.length % 4 !== 0 || !base64.test(data)) return { kind: 'fault', why: 'notBase64' }
  const bytes = Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0))
  const type = pictureTypes.find((each) => each === mimeType)
  if (type === undefined || pictureType(bytes) !== type) return { kind: 'fault', why: 'wrongType' }
  const size = pictureSize(bytes, type)
  if (size === undefined || size.width < 1 || size.height < 1) return { kind: 'fault', why: 'noSize' }
  if (pictureFault(bytes.length, size) !== undefined) return { kind: 'fault', why: 'tooLarge' }
  return { kind: 'picture', address: `data:${type};base64,${data}`, size }
}
