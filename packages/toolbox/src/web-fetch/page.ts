import type { WebAnswer } from '@millrace/host'
import { pictureSize } from '@millrace/protocol'
import { readLimits } from '../read/limits.ts'
import { cutEnd } from '../text/cut.ts'
import { bodyKind, unsupported } from '../web/body-kind.ts'
import { bodyText } from '../web/body-text.ts'
import { mediaTypeOf, type MediaType } from '../web/media-type.ts'
import type { Pace } from '../workspace/pace.ts'
import { htmlToMarkdown } from './html/html-to-markdown.ts'
import { fetchLimits } from './limits.ts'
import type { PictureValue } from './value.ts'

/** A whole page as text. */
export interface Page {
  readonly kind: 'text'
  readonly title?: string
  readonly text: string
  /** Whether the page is longer than its text. */
  readonly truncated: boolean
  readonly invalid: boolean
}

/** A picture as a model takes it. */
export type Picture = Pick<PictureValue, 'kind' | 'mimeType' | 'size' | 'data'>

/**
 * Reads what an answer holds.
 * @param raw - leaves HTML as it is.
 * @throws WebError for what is neither text nor a picture, or says a charset that is not known.
 */
export async function readAnswer(answer: WebAnswer, raw: boolean, pace: Pace): Promise<Page | Picture> {
  const { body, truncated } = answer
  if (body.length === 0) return { kind: 'text', text: '', truncated, invalid: false }
  const media = mediaTypeOf(answer.headers.get('content-type'))
  const found = bodyKind(body, media)
  if (found.kind === 'image') return pictureOf(answer, found.mimeType)
  const markup = found.kind === 'text' ? undefined : found.kind
  const decoded = await bodyText({ bytes: body, charset: media?.charset, markup, isCut: truncated }, pace)
  if (decoded.invalid && isWall(decoded.text)) throw unsupported(wallReason(media), body)
  if (found.kind !== 'html' || raw) return { kind: 'text', truncated, ...decoded }
  const { markdown, title, isCut } = await htmlToMarkdown(decoded.text, new URL(answer.url), pace)
  const shortTitle = title === undefined ? {} : { title: cutEnd(title, fetchLimits.title) }
  return {
    kind: 'text',
    ...shortTitle,
    text: markdown,
    truncated: truncated || isCut,
    invalid: decoded.invalid,
  }
}

function pictureOf({ body, truncated }: WebAnswer, mimeType: string): Picture {
  const { width = 0, height = 0 } = pictureSize(body, mimeType) ?? {}
  const { imageBytes, imageSide } = readLimits
  if (truncated || body.length > imageBytes || Math.max(width, height) > imageSide) {
    throw unsupported(`the picture is over ${imageBytes} bytes or ${imageSide} pixels a side`, body)
  }
  return { kind: 'image', mimeType, size: body.length, data: Buffer.from(body).toString('base64') }
}

/** UTF-16 units of a text's start in which valid characters have to prevail. */
const judgedUnits = 4096

/** Whether so much of a text is no text that nobody can use it. */
function isWall(text: string): boolean {
  const start = text.slice(0, judgedUnits)
  let invalid = 0
  for (const character of start) if (character === '\uFFFD') invalid += 1
  return invalid * 3 > start.length
}

function wallReason(media: MediaType | undefined): string {
  const charset =
    media?.charset === undefined ? 'no charset, and is not UTF-8' : 'a charset that it is not in'
  return `the answer is called ${media?.type ?? 'text'} and names ${charset}`
}
