import { systemClock } from '@millrace/host'
import { HarnessError } from '@millrace/schema'
import { looksBinary } from '../text/encoding.ts'
import { openText, type OpenedText } from '../text/utf8-source.ts'
import { Pace } from '../workspace/pace.ts'
import { binaryKind } from './file-kind.ts'
import { readLimits } from './limits.ts'
import { LinePartReader } from './line-part.ts'
import { notebookCells } from './notebook.ts'
import { readPicture } from './picture.ts'
import { TextWindowReader, type TextWindow } from './text-window.ts'
import type { ReadValue, TextValue } from './value.ts'
import type { ReadableFiles } from './watch-reads.ts'

/** What to read; checked already. */
export interface ReadRequest {
  readonly path: string
  /** The first line, counted from 1. */
  readonly offset: number
  readonly limit: number
  /** The first UTF-16 unit of that line to give, counted from 1, and of no other; undefined for whole lines. */
  readonly column: number | undefined
  readonly signal: AbortSignal
}

/** Reads a window of a file, or says what the file is. Lines are counted to the end of the file, within limits. */
export async function readFile(files: ReadableFiles, request: ReadRequest): Promise<ReadValue> {
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
  if (request.column !== undefined) return linePartValue(path, file, request, request.column)
  const notebook = path.endsWith('.ipynb') ? await readNotebook(file, request) : undefined
  return textValue(path, file, request, notebook ?? (await readWindow(file, request)), notebook !== undefined)
}

async function readWindow(file: OpenedText, { offset, limit }: ReadRequest): Promise<TextWindow> {
  const reader = new TextWindowReader(offset, limit)
  const mayGoOn = patience(reader)
  reader.feed(file.first.bytes)
  for await (const { bytes } of file.rest()) {
    if (!mayGoOn(bytes.length)) return reader.finish(true)
    reader.feed(bytes)
  }
  return reader.finish()
}

/** Says of the next bytes whether reading on is worth it: up to the window for a while, behind it only a little. */
function patience(reader: Pick<TextWindowReader, 'isCounting'>): (bytes: number) => boolean {
  const started = systemClock.monotonic()
  let countingSince: number | undefined
  let counted = 0
  return (bytes) => {
    const now = systemClock.monotonic()
    if (!reader.isCounting) return now - started < readLimits.seekMs
    countingSince ??= now
    counted += bytes
    return counted <= readLimits.countedBytes && now - countingSince < readLimits.countingMs
  }
}

/** A stretch of one line, however long that is. What follows the line is not counted. */
async function linePartValue(
  path: string,
  file: OpenedText,
  { offset }: ReadRequest,
  column: number,
): Promise<TextValue> {
  const reader = new LinePartReader(offset, column, readLimits.linePart)
  const isWhole = await feedLine(file, reader)
  const part = reader.finish()
  const { text = '', omittedBytes = 0, ending = 'none' } = part ?? {}
  const isEnd = isWhole && !reader.isDone
  const isCut = omittedBytes > 0
  return {
    kind: 'text',
    path,
    offset,
    lines: part === undefined ? [] : [text],
    totalLines: reader.lines,
    ...(isEnd ? {} : { totalIsLowerBound: true }),
    size: file.size,
    lineEnding: ending,
    encoding: file.encoding,
    byteOrderMark: file.hasMark,
    cut: isCut ? [{ line: offset, omittedBytes }] : [],
    ...(reader.isDone && !isCut ? { next: offset + 1 } : {}),
    column: part?.column ?? column,
    ...(isCut && part !== undefined ? { nextColumn: part.column + text.length } : {}),
    ...(text.includes('\ufffd') ? { invalid: true } : {}),
  }
}

/** Feeds a file up to the end of the wanted line, or as far as that is worth it. False where it ended before. */
async function feedLine(file: OpenedText, reader: LinePartReader): Promise<boolean> {
  const mayGoOn = patience(reader)
  reader.feed(file.first.bytes)
  for await (const { bytes } of file.rest()) {
    if (reader.isDone) return true
    if (!mayGoOn(bytes.length)) return false
    reader.feed(bytes)
  }
  return true
}

/** Bytes of a notebook's text after which others may get their turn. */
const feedBytes = 65_536

/** The cells of a notebook; undefined for a file that only has the name of one, or is too large or intricate. */
async function readNotebook(
  file: OpenedText,
  { offset, limit, signal }: ReadRequest,
): Promise<TextWindow | undefined> {
  if (file.size > readLimits.notebookBytes || file.encoding !== 'utf-8') return undefined
  const parts = [file.first.bytes]
  for await (const { bytes } of file.rest()) parts.push(bytes)
  const pace = new Pace(signal)
  const cells = await notebookCells(Buffer.concat(parts), pace)
  if (cells === undefined) return undefined
  const reader = new TextWindowReader(offset, limit)
  for (const text of cells) {
    const bytes = Buffer.from(text, 'utf8')
    for (let at = 0; at < bytes.length; at += feedBytes) {
      reader.feed(bytes.subarray(at, at + feedBytes))
      if (pace.isDue) await pace.rest()
    }
  }
  return reader.finish()
}

function textValue(
  path: string,
  { size, encoding, hasMark }: OpenedText,
  { offset }: ReadRequest,
  window: TextWindow,
  isNotebook: boolean,
): TextValue {
  const { lines, totalLines, isLowerBound, ending, cut, next, invalid } = window
  return {
    kind: 'text',
    path,
    offset,
    lines,
    totalLines,
    ...(isLowerBound ? { totalIsLowerBound: true } : {}),
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
