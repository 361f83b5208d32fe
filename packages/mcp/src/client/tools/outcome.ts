import { canonicalJson, printJson, snapshotJsonValue, type JsonValue } from '@millrace/schema'
import { text, type ContentBlock, type TextBlock } from '@millrace/protocol'
import type { RemoteResult } from '../../contract/connection.ts'
import { visible } from './hidden.ts'

/** UTF-16 units of a text that is compared with structured content. */
const longestCompared = 8_000_000

/**
 * The canonical values of one tool's results, and what a model is told of each. A value that is not known here, because
 * a policy put it in the place of the tool's own, is told as JSON.
 */
export class Outcomes {
  /** What was sent with a value; it lives as long as the value. */
  readonly #told = new WeakMap<object, ContentBlock[]>()

  /** The structured content where there is some; else the text, or the blocks where there are other ones. */
  valueOf({ structured, flaw }: RemoteResult, blocks: ContentBlock[]): JsonValue {
    if (structured !== undefined)
      return this.#remember(snapshotJsonValue(structured), withStructured(blocks, structured))
    if (flaw !== undefined) {
      const told = [...blocks, text(`[the structured content is left out: ${visible(flaw)}]`)]
      return this.#remember(snapshotJsonValue({ content: told }), told)
    }
    if (blocks.every(isText)) return blocks.map((block) => block.text).join('\n')
    return this.#remember(snapshotJsonValue({ content: blocks }), blocks)
  }

  /** What a model is told of a value. */
  render(value: JsonValue): ContentBlock[] {
    const told = typeof value === 'object' && value !== null ? this.#told.get(value) : undefined
    if (told !== undefined) return told
    const said = typeof value === 'string' ? value : printJson(value)
    return [text(said === '' ? '(no content)' : said)]
  }

  /** Whether a value came from a result of this tool, so that it was judged when it came. */
  isOwn(value: JsonValue): boolean {
    return typeof value === 'object' && value !== null && this.#told.has(value)
  }

  #remember(value: JsonValue, told: ContentBlock[]): JsonValue {
    if (typeof value === 'object' && value !== null) this.#told.set(value, told)
    return value
  }
}

/**
 * The blocks, and the structured content once: a text that holds the same JSON is kept to the letter, with the very digits
 * that the server wrote, and nothing is added to it.
 */
function withStructured(blocks: ContentBlock[], structured: JsonValue): ContentBlock[] {
  const whole = canonicalJson(structured)
  if (blocks.some((block) => isText(block) && holds(block.text, whole, structured))) return blocks
  return [...blocks, text(typeof structured === 'string' ? structured : printJson(structured))]
}

function holds(said: string, canonical: string, structured: JsonValue): boolean {
  if (said === structured) return true
  if (said.length > longestCompared) return false
  try {
    return canonicalJson(JSON.parse(said) as JsonValue) === canonical
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

const isText = (block: ContentBlock): block is TextBlock => block.type === 'text'
