import { pipeline, type Duplex } from 'node:stream'
import * as zlib from 'node:zlib'
import { shown } from '@millrace/protocol'
import { NetworkError } from './network-error.ts'

/** A stretch of bytes after another. */
export type Bytes = AsyncIterable<Buffer>

/** Codings that one body may have on top of each other. */
const mostCodings = 2

/** The window of a zstd frame is its memory: 8 MiB, which every encoder for the web keeps to. */
const zstdWindowLog = 23

interface ZstdOfLaterNode {
  readonly createZstdDecompress?: (options: { params: Record<number, number> }) => Duplex
  readonly constants: { readonly ZSTD_d_windowLogMax?: number }
}

/** Makes the decoder of one coding, for a body that begins with these bytes. */
type MakeDecoder = (start: Uint8Array) => Duplex

const decoders: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  // It means the zlib format, but servers send the bare one as well; the first byte tells them apart.
  ['deflate', ([first = 0]) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...zstdDecoders(),
])

function zstdDecoders(): [string, MakeDecoder][] {
  const { createZstdDecompress, constants } = zlib as ZstdOfLaterNode
  const { ZSTD_d_windowLogMax: windowLogMax } = constants
  if (createZstdDecompress === undefined || windowLogMax === undefined) return []
  return [['zstd', () => createZstdDecompress({ params: { [windowLogMax]: zstdWindowLog } })]]
}

/** What a request says that it understands. */
export const acceptEncoding = [...decoders.keys()].filter((name) => name !== 'x-gzip').join(', ')

/**
 * The decoders of a `content-encoding`, in the order in which they are to be applied.
 * @throws NetworkError `WEB_UNSUPPORTED_ENCODING` for an unknown coding or too many of them.
 */
export function codingsOf(contentEncoding: string): ((coded: Bytes) => Bytes)[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostCodings)
    throw unsupported(contentEncoding, `at most ${mostCodings} codings are taken`)
  // The server names them in the order in which it applied them.
  return names.toReversed().map((name) => {
    const decoder = decoders.get(name)
    if (decoder === undefined) throw unsupported(contentEncoding, `known are ${acceptEncoding}`)
    return (coded) => decoded(coded, decoder)
  })
}

function unsupported(contentEncoding: string, reason: string): NetworkError {
  return new NetworkError(
    'WEB_UNSUPPORTED_ENCODING',
    `the body is encoded as "${shown(contentEncoding)}"; ${reason}`,
  )
}

async function* decoded(coded: Bytes, makeDecoder: MakeDecoder): Bytes {
  const chunks = coded[Symbol.asyncIterator]()
  const first = await chunks.next()
  // An empty body is empty in every coding.
  if (first.done === true) return
  const whole = async function* (): Bytes {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  // What fails shows while the result is read; the callback only keeps it from being thrown as well.
  yield* pipeline(whole(), makeDecoder(first.value), () => undefined)
}
