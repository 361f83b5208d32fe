import { looksBinary, textStart, type TextEncoding } from '../text/encoding.ts'
import { TextError } from './text-error.ts'

/** The text of a file, and how it is written there. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean
}

const names: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}
const mark = '\ufeff'

/**
 * Decodes a whole file, exactly: encoding what comes out gives the same bytes.
 *
 * @param path - for messages.
 * @throws TextError `TEXT_BINARY` for what is no text, `TEXT_NOT_DECODABLE` where decoding would lose something.
 */
export function decodeText(bytes: Uint8Array, path: string): DecodedText {
  if (looksBinary(bytes)) {
    throw new TextError(
      'TEXT_BINARY',
      path,
      'holds binary data, not text; change it with a program made for it',
    )
  }
  const { encoding, markBytes } = textStart(bytes)
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    return { text: decoder.decode(bytes.subarray(markBytes)), encoding, hasMark: markBytes > 0 }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TextError(
      'TEXT_NOT_DECODABLE',
      path,
      `is not valid ${names[encoding]}, so that saving it would change bytes that nobody asked to change; ` +
        'convert it to UTF-8 first, or change it with another program',
    )
  }
}

/** The bytes of a text in its encoding, with its byte order mark. */
export function encodeText({ text, encoding, hasMark }: DecodedText): Uint8Array {
  const whole = hasMark ? mark + text : text
  if (encoding === 'utf-8') return Buffer.from(whole, 'utf8')
  const bytes = Buffer.from(whole, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

/** How many bytes a text takes in an encoding. */
export function encodedLength(text: string, encoding: TextEncoding): number {
  return encoding === 'utf-8' ? Buffer.byteLength(text, 'utf8') : text.length * 2
}
