import { HarnessError } from '@millrace/schema'
import { looksBinary } from '../text/encoding.ts'
import { openText, type OpenedText } from '../text/utf8-source.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { binaryKind } from './file-kind.ts'
import { readLimits } from './limits.ts'
import { notebookText } from './notebook.ts'
import { readPicture } from './picture.ts'
import { TextWindowReader, type TextWindow } from './text-window.ts'
import type { ReadValue, TextValue } from './value.ts'

/** What to read; checked already. */
export interface ReadRequest {
  readonly path: string
  /** The first line, counted from 1. */
  readonly offset: number
  readonly limit: number
  readonly signal: AbortSignal
}

/** Reads a window of a file, or says what the file is. Lines are counted to the end of the file. */
export async function readFile(files: FileOperations, request: ReadRequest): Promise<ReadValue> {
  const { signal } = request
  if (request.path === '') {
    throw new HarnessError(
      'FS_INVALID_PATH',
      'the path is empty; name a file, or write "." for the workspace',
    )
  }
  const path = files.locate(request.path)
  const file = await openText((options) => files.read(path, options), signal)
  const { size } = file
  const kind = file.encoding === 'utf-8' ? binaryKind(file.head, looksBinary(file.head)) : undefined
  if (kind?.mimeType !== undefined) return readPicture(files, { path, size, kind }, signal)
  if (kind !== undefined) return { kind: 'binary', path, size, type: kind.name, advice: kind.advice }
  const notebook = path.endsWith('.ipynb') ? await readNotebook(file, request) : undefined
  return textValue(path, file, request, notebook ?? (await readWindow(file, request)), notebook !== undefined)
}

async function readWindow(file: OpenedText, { offset, limit }: ReadRequest): Promise<TextWindow> {
  const reader = new TextWindowReader(offset, limit)
  reader.feed(file.first.bytes)
  for await (const { bytes } of file.rest()) reader.feed(bytes)
  return reader.finish()
}

/** The cells of a notebook; undefined for a file that only has the name of one, or is too large. */
async function readNotebook(
  file: OpenedText,
  { offset, limit }: ReadRequest,
): Promise<TextWindow | undefined> {
  if (file.size > readLimits.notebookBytes || file.encoding !== 'utf-8') return undefined
  const parts = [file.first.bytes]
  for await (const { bytes } of file.rest()) parts.push(bytes)
  const text = notebookText(Buffer.concat(parts).toString('utf8'))
  if (text === undefined) return undefined
  const reader = new TextWindowReader(offset, limit)
  reader.feed(Buffer.from(text, 'utf8'))
  return reader.finish()
}

function textValue(
  path: string,
  { size, encoding, hasMark }: OpenedText,
  { offset }: ReadRequest,
  window: TextWindow,
  isNotebook: boolean,
): TextValue {
  const { lines, totalLines, ending, cut, next, invalid } = window
  return {
    kind: 'text',
    path,
    offset,
    lines,
    totalLines,
    size,
    lineEnding: ending,
    encoding,
    byteOrderMark: hasMark,
    cut,
    ...(next === undefined ? {} : { next }),
    ...(invalid ? { invalid } : {}),
    ...(isNotebook ? { notebook: true } : {}),
  }
}
