import { headOf, printJson, type JsonObject, type JsonValue } from '@millrace/schema'
import { text, type ContentBlock } from '@millrace/protocol'
import { visible } from './hidden.ts'
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
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return unknown(block)
  const type = block['type']
  const read = typeof type === 'string' && readers.has(type) ? readers.get(type)?.(block) : undefined
  return read ?? unknown(block)
}

/** `undefined` where a block lacks what its type has to have. */
type Reader = (block: JsonObject) => ContentBlock | undefined

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['text', ({ text: said }) => (typeof said === 'string' ? text(said) : undefined)],
  [
    'image',
    ({ data, mimeType }) => (isBase64(data) && isString(mimeType) ? pictureBlock(data, mimeType) : undefined),
  ],
  [
    'audio',
    ({ data, mimeType }) =>
      isBase64(data) && isString(mimeType) ? { type: 'audio', data, mimeType } : undefined,
  ],
  ['resource', ({ resource }) => readResource(resource)],
  ['resource_link', readLink],
])

function readResource(resource: JsonValue | undefined): ContentBlock | undefined {
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) return undefined
  const { uri, mimeType, text: said, blob } = resource
  if (!isString(uri) || !(mimeType === undefined || isString(mimeType))) return undefined
  const kind = mimeType === undefined ? {} : { mimeType }
  if (isString(said)) return { type: 'resource', resource: { uri, ...kind, text: said } }
  return isBase64(blob) ? { type: 'resource', resource: { uri, ...kind, blob } } : undefined
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
  const type =
    typeof block === 'object' && block !== null && !Array.isArray(block) ? block['type'] : undefined
  const known = typeof type === 'string' && readers.has(type)
  const what = known ? `block is not what a ${type} block has to be` : 'block is of an unknown type'
  const printed = visible(headOf(printJson(block), longestUnknown + 1))
  const start = headOf(printed, longestUnknown)
  return text(`[this ${what}: ${start}${start.length < printed.length ? '…' : ''}]`)
}

const isString = (value: JsonValue | undefined): value is string => typeof value === 'string'

/** Linear, and looks at each unit once. */
function isBase64(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
}
