import { binaryKind } from '../read/file-kind.ts'
import { looksBinary } from '../text/encoding.ts'
import type { MediaType } from './media-type.ts'
import { WebError } from './web-error.ts'

/** How a body is to be read. */
export type BodyKind =
  | { readonly kind: 'html' | 'xml' | 'text' }
  | { readonly kind: 'image'; readonly mimeType: string }

/** Types that are text without being called so. */
const textTypes =
  /^(?:text\/.+|application\/(?:(?:.+\+)?(?:json|xml|yaml)|x-ndjson|jsonlines|x-yaml|toml|(?:x-)?javascript|ecmascript|typescript|graphql|sql|x-sh|x-httpd-php|x-www-form-urlencoded|x-tex|x-latex|x-subrip|mbox|pgp-keys|pgp-signature)|(?:image|model|message|multipart)\/.+\+xml|message\/rfc822)$/

/** Bytes at the start that are looked at. */
const headBytes = 8192

/**
 * How to read a body: by its type, as long as its bytes do not contradict.
 * @throws WebError `WEB_UNSUPPORTED_CONTENT_TYPE`, naming what the body is.
 */
export function bodyKind(bytes: Uint8Array, media: MediaType | undefined): BodyKind {
  if (media === undefined) {
    const next = 'look for another address of the same content, whose server names one'
    throw unsupported('the answer names no content type', bytes, next)
  }
  const head = bytes.subarray(0, headBytes)
  const { type } = media
  const isWide = /^utf-16/i.test(media.charset ?? '')
  const isText = textTypes.test(type)
  const found = binaryKind(head, !isText || (!isWide && looksBinary(head)))
  if (!isText) {
    const isPicture =
      found?.mimeType !== undefined && found.mimeType === type.replace('image/jpg', 'image/jpeg')
    if (isPicture) return { kind: 'image', mimeType: found.mimeType }
    throw unsupported(`${type} is no text`, bytes)
  }
  if (found !== undefined) throw unsupported(`it is called ${type}, but its bytes say ${found.name}`, bytes)
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html' }
  return { kind: /[/+]xml$/.test(type) ? 'xml' : 'text' }
}

/**
 * The error for a body that no model can read.
 * @param next - what may help.
 */
export function unsupported(
  reason: string,
  bytes: Uint8Array,
  next: string = 'text and pictures are',
): WebError {
  return new WebError(
    'WEB_UNSUPPORTED_CONTENT_TYPE',
    `${reason}, and its ${bytes.length} bytes are not shown; ${next}`,
  )
}
