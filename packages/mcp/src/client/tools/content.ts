import { headOf, printJson, type JsonObject, type JsonValue } from '@millrace/schema'
import { text, type ContentBlock } from '@millrace/protocol'
import { isRecord } from '../../is-record.ts'
import { visible } from './visible.ts'
import { pictureBlock } from './picture.ts'

/** Blocks of one result; what comes behind them is left out. */
const mostBlocks = 1000
/** UTF-16 units that are shown of a block that is none of the known ones. */
const longestUnknown = 2000

/**
 * The content of a result as blocks, in its order. A block of an unknown type, or one that is not what its type says, becomes
 * a text that shows it.
 */
export function readContent(blocks: readonly JsonValue[]): ContentBlock[] {
  const read = blocks.slice(0, mostBlocks).map(readBlock)
  const more = blocks.length - mostBlocks
  if (more > 0) read.push(text(`[${more} more blocks are left out; a result has at most ${mostBlocks}]`))
  return read
}

function readBlock(block: JsonValue): ContentBlock {
  if (!isRecord(block)) return unknown(block)
  const type = block['type']
  const read = typeof type === 'string' && readers.has(type) ? readers.get(type)?.(block) : undefined
  return read ?? unknown(block)
}

/** `undefined` where a block lacks what its type has to have. */
type Reader = (block: JsonObject) => ContentBlock | undefined

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['text', ({ text: said }) => (typeof said === 'string' ? text(said) : undefined)],
  ['image', (block) => readMedia(block, pictureBlock)],
  ['audio', (block) => readMedia(block, (data, mimeType) => ({ type: 'audio', data, mimeType }))],
  ['resource', ({ resource }) => readResource(resource)],
  ['resource_link', readLink],
])

function readMedia(
  { data, mimeType }: JsonObject,
  make: (data: string, mimeType: string) => ContentBlock,
): ContentBlock | undefined {
  const encoded = base64Of(data)
  return encoded === undefined || !isString(mimeType) ? undefined : make(encoded, mimeType)
}

function readResource(resource: JsonValue | undefined): ContentBlock | undefined {
  if (!isRecord(resource)) return undefined
  const { uri, mimeType, text: said, blob } = resource
  if (!isString(uri) || !(mimeType === undefined || isString(mimeType))) return undefined
  const kind = mimeType === undefined ? {} : { mimeType }
  if (isString(said)) return { type: 'resource', resource: { uri, ...kind, text: said } }
  const encoded = base64Of(blob)
  return encoded === undefined ? undefined : { type: 'resource', resource: { uri, ...kind, blob: encoded } }
}

function readLink({ uri, name, title, description, mimeType }: JsonObject): ContentBlock | undefined {
  // A link is shown by its name; some servers give it a title alone.
  const shownAs = isString(name) ? name : title
  if (!isString(uri) || !isString(shownAs)) return undefined
  return {
    type: 'resource_link',
    uri,
    name: shownAs,
    ...(isString(description) && { description }),
    ...(isString(mimeType) && { mimeType }),
  }
}

function unknown(block: JsonValue): ContentBlock {
  const type = isRecord(block) ? block['type'] : undefined
  const known = typeof type === 'string' && readers.has(type)
  const what = known ? `block is not what a ${type} block has to be` : 'block is of an unknown type'
  const printed = visible(headOf(printJson(block), longestUnknown + 1))
  const start = headOf(printed, longestUnknown)
  return text(`[this ${what}: ${start}${start.length < printed.length ? '…' : ''}]`)
}

const isString = (value: JsonValue | undefined): value is string => typeof value === 'string'

/**
 * Base64 as it has to be: some servers break it into lines, or leave the end away. `undefined` where it is none. No pattern goes
 * back in it, however long it is.
 */
function base64Of(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const bare = /\s/.test(value) ? value.replaceAll(/\s/g, '') : value
  const at = bare.indexOf('=')
  const digits = at < 0 ? bare : bare.slice(0, at)
  const isOver = at < 0 || (digits.length % 4 > 1 && /^={1,2}$/.test(bare.slice(at, at + 3)))
  if (!isOver || digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) return undefined
  return digits.length % 4 === 0 ? digits : digits + '='.repeat(4 - (digits.length % 4))
}
