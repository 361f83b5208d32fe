import { escapeVisible } from '@millrace/protocol'
import { cutEnd } from '../text/cut.ts'
import { textStart } from '../text/encoding.ts'
import type { Pace } from '../workspace/pace.ts'
import { WebError } from './web-error.ts'

/** Bytes that are decoded at once. */
const sliceBytes = 256 * 1024

/** Bytes at the start of a page in which it may declare its own encoding, as in browsers. */
const declarationBytes = 1024

/** What is known of a body's encoding. */
export interface TextSource {
  readonly bytes: Uint8Array
  /** Of the header. */
  readonly charset?: string | undefined
  /** Whether markup of this kind may declare the encoding within the body. */
  readonly markup?: 'html' | 'xml' | undefined
  /** Whether the body goes on behind the bytes, so that they may end inside a character. */
  readonly isCut: boolean
}

/** A body as text. */
export interface BodyText {
  readonly text: string
  /** Whether some bytes were no valid text and stand as U+FFFD. */
  readonly invalid: boolean
}

/**
 * Decodes by the header, else by a byte order mark, else by what the markup declares, else as UTF-8.
 * @throws WebError `WEB_UNKNOWN_CHARSET` for a header with a label that is not known.
 */
export async function bodyText(source: TextSource, pace: Pace): Promise<BodyText> {
  const label = labelOf(source)
  const strict = await decoded(source, label, true, pace)
  if (strict !== undefined) return { text: strict, invalid: false }
  return { text: (await decoded(source, label, false, pace)) ?? '', invalid: true }
}

function labelOf({ bytes, charset, markup }: TextSource): string {
  const mark = markOf(bytes)
  if (charset !== undefined) {
    if (!isKnown(charset)) throw unknownCharset(charset)
    // The label of UTF-16 does not tell the order of its bytes; the mark does.
    const isWide = new TextDecoder(charset).encoding.startsWith('utf-16')
    return isWide && mark?.startsWith('utf-16') === true ? mark : charset
  }
  if (mark !== undefined) return mark
  const declared = markup === undefined ? undefined : declaredIn(bytes, markup)
  return declared !== undefined && isKnown(declared) ? declared : 'utf-8'
}

/** The encoding that a byte order mark says. */
function markOf(bytes: Uint8Array): string | undefined {
  const { encoding, markBytes } = textStart(bytes)
  return markBytes > 0 ? encoding : undefined
}

function declaredIn(bytes: Uint8Array, markup: 'html' | 'xml'): string | undefined {
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1')
  const pattern =
    markup === 'html'
      ? /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i
      : /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)/i
  const label = pattern.exec(head)?.[1]
  // Whoever reads the declaration byte by byte has refuted UTF-16 already.
  return label !== undefined && /^utf-16/i.test(label) ? 'utf-8' : label
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function unknownCharset(charset: string): WebError {
  const shown = escapeVisible(cutEnd(charset, 60))
  return new WebError(
    'WEB_UNKNOWN_CHARSET',
    `the answer says that its charset is "${shown}", which is not known`,
  )
}

/** The text; undefined for invalid bytes where they are not borne. */
async function decoded(
  { bytes, isCut }: TextSource,
  label: string,
  fatal: boolean,
  pace: Pace,
): Promise<string | undefined> {
  const decoder = new TextDecoder(label, { fatal })
  const parts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      parts.push(decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true }))
      if (pace.isDue) await pace.rest()
    }
    if (!isCut) parts.push(decoder.decode())
  } catch (error) {
    // Node throws no other kind for invalid bytes.
    if (fatal && error instanceof TypeError) return undefined
    throw error
  }
  const text = parts.join('')
  return decoder.encoding === 'windows-1252' ? text.replaceAll(/[\u0080-\u009f]/g, windows1252) : text
}

/** What the bytes 0x80 to 0x9f mean there, which Node 20 leaves as control characters. */
const windows1252Marks =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

function windows1252(control: string): string {
  return windows1252Marks[control.charCodeAt(0) - 0x80] ?? control
}
