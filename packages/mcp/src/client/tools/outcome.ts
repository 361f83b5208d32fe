import { canonicalJson, printJson, snapshotJsonValue, type JsonValue } from '@millrace/schema'
import { text, type ContentBlock, type TextBlock } from '@millrace/protocol'
import type { RemoteResult } from '../../contract/connection.ts'
import { visible } from './visible.ts'

/** UTF-16 units of a text that is compared with structured content. */
const longestCompared = 8_000_000
/** UTF-16 units that are sooner printed again than remembered. */
const quicklyPrinted = 2000

/**
 * The canonical values of one tool's results, and what a model is told of each. A value that is not known here, because
 * a policy put it in the place of the tool's own, is told as JSON.
 */
export class Outcomes {
  /** What was sent with a value; it lives as long as the value. */
  readonly #told = new WeakMap<object, ContentBlock[]>()
  readonly #whole = new WeakSet<object>()

  /** The structured content where there is some; else the text, or the blocks where there are other ones. */
  valueOf({ structured, flaw }: RemoteResult, blocks: ContentBlock[]): JsonValue {
    if (structured !== undefined) return this.#structured(snapshotJsonValue(structured), blocks)
    if (flaw !== undefined) {
      const told = [...blocks, text(`[the structured content is left out: ${visible(flaw)}]`)]
      const value = this.#remember(snapshotJsonValue({ content: told }), told)
      this.#whole.add(value as object)
      return value
    }
    if (blocks.every(isText)) return blocks.map((block) => block.text).join('\n')
    return this.#remember(snapshotJsonValue({ content: blocks }), blocks)
  }

  /** What a model is told of a value. */
  render(value: JsonValue): ContentBlock[] {
    const told = typeof value === 'object' && value !== null ? this.#told.get(value) : undefined
    if (told !== undefined) return told
    const said = jsonText(value)
    return [text(said === '' ? '(no content)' : said)]
  }

  /** Whether a value stands for a whole result, so that no schema of structured content is about it. */
  isWholeResult(value: JsonValue): boolean {
    return typeof value === 'object' && value !== null && this.#whole.has(value)
  }

  #structured(value: JsonValue, blocks: ContentBlock[]): JsonValue {
    // As most servers send it; then rendering it comes to the same, and nothing needs to be remembered.
    const [only] = blocks
    const printed = jsonText(value)
    if (blocks.length === 1 && only?.type === 'text' && only.text === printed) {
      return only.text.length < quicklyPrinted ? value : this.#remember(value, blocks)
    }
    return this.#remember(value, withStructured(blocks, value, printed))
  }

  #remember(value: JsonValue, told: ContentBlock[]): JsonValue {
    if (typeof value === 'object' && value !== null) this.#told.set(value, told)
    return value
  }
}

/**
 * The blocks, and the structured content once: a text that holds the same JSON is kept to the letter, with the very digits
 * that the server wrote, and nothing is added to it. So is one that holds all that stands under the only name of an object, as
 * many servers wrap the text that they send.
 */
function withStructured(blocks: ContentBlock[], structured: JsonValue, printed: string): ContentBlock[] {
  const isHeld = (value: JsonValue, json: string): boolean =>
    blocks.some((block) => isText(block) && holds(block.text, value, json))
  if (isHeld(structured, printed)) return blocks
  const inner = onlyMember(structured)
  if (inner !== undefined && isHeld(inner, jsonText(inner))) return blocks
  return [...blocks, text(printed)]
}

/** The text or container that is all of an object. A number, or a yes, would say too little without its name. */
function onlyMember(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [inner, ...more] = Object.values(value)
  const isTelling = typeof inner === 'string' || (typeof inner === 'object' && inner !== null)
  return more.length === 0 && isTelling ? inner : undefined
}

/** Beginnings of JSON that holds a list, an object. */
const beginnings = { list: /^[\t\n\r ]*\[/, object: /^[\t\n\r ]*\{/ }

function holds(said: string, structured: JsonValue, printed: string): boolean {
  if (said === printed) return true
  if (said.length > longestCompared) return false
  const isContainer = typeof structured === 'object' && structured !== null
  // Most texts are words, which need not be parsed to be told apart.
  if (isContainer && !beginnings[Array.isArray(structured) ? 'list' : 'object'].test(said)) return false
  try {
    const parsed = JSON.parse(said) as JsonValue
    // Most are the same but for white space, which is found out in a quarter of the time that sorting keys takes.
    return (
      (isContainer && printJson(parsed) === printed) || canonicalJson(parsed) === canonicalJson(structured)
    )
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

const jsonText = (value: JsonValue): string => (typeof value === 'string' ? value : printJson(value))

const isText = (block: ContentBlock): block is TextBlock => block.type === 'text'
