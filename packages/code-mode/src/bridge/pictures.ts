import {
  pictureSize,
  type ContentBlock,
  type ImageBlock,
  type JsonValue,
  type UserMessage,
} from '@millrace/protocol'
import { detachJson, HarnessError, printJson } from '@millrace/schema'
import type { JournalImage } from '../contract/run-store.ts'
import type { CodeLimits } from '../contract/limits.ts'

/** Sizes stand near the beginning; a JPEG may have its thumbnail and its colours before. A multiple of four. */
const headUnits = 352 * 1024

/** What a program holds in place of a picture. */
interface Handle {
  readonly $image: string
  readonly mimeType: string
  /** Of the encoded picture. */
  readonly bytes: number
  readonly width?: number
  readonly height?: number
}

interface Picture {
  readonly handle: Handle
  /** Absent where it may not be shown. */
  readonly block: ImageBlock | undefined
}

/** A value without pictures, and the pictures that were in it. */
export interface WithoutPictures {
  readonly value: JsonValue
  /** The text of the value. */
  readonly text: string
  readonly taken: readonly JournalImage[]
}

/** The pictures of one run. No program ever sees the bytes of one: it holds handles, and may have pictures attached. */
export class Pictures {
  readonly #limits: Pick<CodeLimits, 'images' | 'imageBytes'>
  readonly #byHandle = new Map<string, Picture>()
  readonly #byData = new Map<string, Picture>()
  readonly #attached = new Set<Picture>()

  constructor(limits: Pick<CodeLimits, 'images' | 'imageBytes'>) {
    this.#limits = limits
  }

  /**
   * Puts handles in the place of pictures: of texts that are the data of a picture in the content, and of whole image blocks.
   * What the content does not show, because a policy took it out, cannot be attached.
   */
  take(value: JsonValue, content: readonly ContentBlock[]): WithoutPictures {
    const text = printJson(value)
    const shown = content.filter((block) => block.type === 'image')
    if (shown.length === 0 && !text.includes('"type":"image"')) return { value, text, taken: [] }
    const taken: JournalImage[] = []
    const known = new Map<string, Handle>()
    for (const block of shown) known.set(block.data, this.#add(block, true, taken))
    const handleOf = (part: JsonValue): Handle | undefined => {
      if (typeof part === 'string') return known.get(part)
      if (!isImageBlock(part)) return undefined
      const { data } = part
      return known.get(data) ?? this.#add(part, false, taken)
    }
    const replaced = replaceParts(value, handleOf)
    return { value: replaced, text: printJson(replaced), taken }
  }

  /** Pictures of an earlier part of the run. */
  restore(images: readonly JournalImage[]): void {
    for (const { handle: $image, data, mimeType } of images) {
      const block: ImageBlock | undefined = data === '' ? undefined : { type: 'image', data, mimeType }
      const picture = { handle: { $image, ...measured(data, mimeType) }, block }
      this.#byHandle.set($image, picture)
      if (block !== undefined) this.#byData.set(data, picture)
    }
  }

  /**
   * Has a picture attached to what the model reads.
   * @param wanted - a handle, or its name.
   * @throws HarnessError (`CODE_IMAGE`) where there is none, where it may not be shown, and over the limits.
   */
  show(wanted: JsonValue): void {
    const name = handleName(wanted)
    const picture = name === undefined ? undefined : this.#byHandle.get(name)
    if (picture === undefined) {
      throw unshown(
        'show() takes a picture that a tool returned, such as { $image: "img_1" }; there is no such picture',
      )
    }
    const { handle, block } = picture
    if (block === undefined)
      throw unshown(`${handle.$image} was not in the content of its result, so it is not shown`)
    const { images, imageBytes } = this.#limits
    if (handle.bytes > imageBytes) {
      throw unshown(`${handle.$image} has ${handle.bytes} bytes; pictures of at most ${imageBytes} are shown`)
    }
    if (this.#attached.size >= images && !this.#attached.has(picture)) {
      throw unshown(`a program shows at most ${images} pictures; ${handle.$image} is one more`)
    }
    this.#attached.add(picture)
  }

  /** Has the pictures attached that a program returned. Returns what was wrong with some of them. */
  showAll(value: JsonValue, text: string): string[] {
    if (!text.includes('"$image"')) return []
    const problems = new Set<string>()
    replaceParts(value, (part) => {
      const name = handleName(part)
      if (typeof part === 'string' || name === undefined || !this.#byHandle.has(name)) return undefined
      try {
        this.show(part)
      } catch (error) {
        problems.add((error as Error).message)
      }
      return undefined
    })
    return [...problems]
  }

  /** The message that carries what was attached. */
  message(): UserMessage | undefined {
    const shown = [...this.#attached]
    if (shown.length === 0) return undefined
    const names = shown.map(({ handle }) => handle.$image).join(', ')
    const blocks = shown.flatMap(({ block }) => block ?? [])
    return {
      role: 'user',
      content: [{ type: 'text', text: `The program shows ${names}:` }, ...blocks],
      source: { kind: 'plugin', plugin: 'code-mode' },
    }
  }

  #add({ data, mimeType }: ImageBlock, isShown: boolean, taken: JournalImage[]): Handle {
    const known = this.#byData.get(data)
    if (known !== undefined) return known.handle
    const $image = `img_${this.#byHandle.size + 1}`
    const handle: Handle = { $image, ...measured(data, mimeType) }
    // One that is too large can never be attached: nobody needs its bytes.
    const isKept = isShown && handle.bytes <= this.#limits.imageBytes
    const picture: Picture = {
      handle,
      block: isShown ? { type: 'image', data: isKept ? data : '', mimeType } : undefined,
    }
    this.#byHandle.set($image, picture)
    if (isKept) this.#byData.set(data, picture)
    taken.push({ handle: $image, data: isKept ? data : '', mimeType })
    return handle
  }
}

function measured(data: string, mimeType: string): Omit<Handle, '$image'> {
  const head = Buffer.from(data.slice(0, headUnits), 'base64')
  return { mimeType, bytes: Buffer.byteLength(data, 'base64'), ...pictureSize(head, mimeType) }
}

function handleName(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$image')) return undefined
  const { $image } = value as { readonly $image?: JsonValue }
  return typeof $image === 'string' ? $image : undefined
}

function isImageBlock(part: JsonValue): part is ImageBlock & { [key: string]: JsonValue } {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  return part['type'] === 'image' && typeof part['data'] === 'string' && typeof part['mimeType'] === 'string'
}

/** A copy with some of its parts replaced, at any depth. */
function replaceParts(value: JsonValue, replace: (part: JsonValue) => object | undefined): JsonValue {
  const root = { value: detachJson(value) }
  const seen = new Set<object>()
  const open: Record<string, JsonValue>[] = [root]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const key of Object.keys(container)) {
      const part = container[key] as JsonValue
      const replacement = replace(part)
      if (replacement !== undefined) container[key] = replacement as JsonValue
      else if (typeof part === 'object' && part !== null && !seen.has(part)) {
        seen.add(part)
        open.push(part as Record<string, JsonValue>)
      }
    }
  }
  return root.value
}

function unshown(message: string): HarnessError {
  return new HarnessError('CODE_IMAGE', message)
}
