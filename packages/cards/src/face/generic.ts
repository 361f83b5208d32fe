import type { ContentBlock, GenericCallView, GenericResultView } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import { colouredLines } from '../highlight/coloured-lines.ts'
import { codeOf, foldedBlocks, proseBlocks, type Block } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import type { Sheet } from '../layout/sheet.ts'
import { size } from '../text/count.ts'
import type { FaceWords } from '../words/card-words.ts'
import { linesOf } from '../text/lines.ts'

const keep: Keep = { head: 8, tail: 4 }

/** A pending call by its input; open where a person is asked about it, or everything is to be shown. */
export function genericCallFace(view: GenericCallView, sheet: Sheet): Face {
  const input = sheet.expand && view.rawInput !== view.title ? inputBlocks(view.rawInput, sheet) : []
  const content = view.content === undefined ? '' : contentWords(view.content, sheet)
  return { facts: [], body: [...input, ...proseBlocks(content, keep, sheet)] }
}

/** A finished call by what the model read. */
export function genericResultFace(view: GenericResultView, sheet: Sheet): Face {
  return { facts: [], body: proseBlocks(contentWords(view.content ?? [], sheet), keep, sheet) }
}

/** All blocks as one text; one without text stands as what it is, in a line. */
function contentWords(blocks: readonly ContentBlock[], { words }: Sheet): string {
  return blocks.map((block) => blockWords(block, words.face.content)).join('\n')
}

function blockWords(block: ContentBlock, words: FaceWords['content']): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${words[block.type]}: ${block.mimeType}, ${size(bytesOf(block.data))}]`
    case 'resource_link':
      return `[${words.link}: ${block.name}, ${block.uri}]`
    case 'resource': {
      const { uri, mimeType, text, blob } = block.resource
      const facts = [uri, ...(mimeType === undefined ? [] : [mimeType])]
      const about = blob === undefined ? facts : [...facts, size(bytesOf(blob))]
      return [`[${words.resource}: ${about.join(', ')}]`, ...(text === undefined ? [] : [text])].join('\n')
    }
    default:
      return contentText([block])
  }
}

/** Bytes of a text in base64. */
function bytesOf(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return (data.length / 4) * 3 - padding
}

function inputBlocks(input: unknown, sheet: Sheet): Block[] {
  const isText = typeof input === 'string'
  const text = isText ? input : (JSON.stringify(input, null, 2) ?? '')
  const language = isText ? 'text' : 'json'
  return foldedBlocks(linesOf(text), keep, sheet, 'line', (lines) =>
    codeOf(language, colouredLines(lines, isText ? undefined : language, sheet.highlight)),
  )
}
