import type { Editor } from '@millrace/acp'
import { FileError, fileLimits, type FileBefore, type FileChange, type FileRead } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import type { FileOperations } from '@millrace/toolbox'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Bytes of a file beyond which it is read from the disk: an editor hardly has it open, and would send all of it. */
const mostShared = 4 * 1024 * 1024

/** What decides whether a file is text, as an editor has it. */
const headBytes = 8 * 1024

/**
 * The files of a folder as an editor has them: where it can, text comes from it, unsaved changes with it, and goes to it. The
 * folder decides first what may be reached. What the editor refuses fails; nothing falls back to the disk then. Files that are
 * no text, and very large ones, are those of the disk, and so is what searches see.
 */
export function editorFiles(files: FileOperations, editor: Editor): FileOperations {
  const { readTextFile, writeTextFile } = editor
  if (readTextFile === undefined && writeTextFile === undefined) return files
  return {
    ...files,
    ...(readTextFile !== undefined && {
      read: async (path, options = {}) => {
        const { offset = 0, maxBytes = fileLimits.readBytes, signal } = options
        const bytes = await sharedText(files, readTextFile, path, signal)
        if (bytes === undefined) return files.read(path, options)
        const head = await files.read(path, { maxBytes: 0, ...(signal !== undefined && { signal }) })
        const window = bytes.subarray(offset, offset + maxBytes)
        return { ...head, bytes: window, size: bytes.length, version: versionOf(bytes) }
      },
    }),
    change: (path, decide, options = {}) => changed(files, editor, path, decide, options),
  }
}

type ReadText = NonNullable<Editor['readTextFile']>

/** The bytes of a file as the editor has it; `undefined` where it is one of the disk. */
async function sharedText(
  files: FileOperations,
  readText: ReadText,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const asked = { maxBytes: headBytes, ...(signal !== undefined && { signal }) }
  const head = await files.read(path, asked)
  if (!isShared(head)) return undefined
  const text = await fromEditor(path, () => readText(join(files.root, head.location), signal))
  return new TextEncoder().encode(text)
}

/** Whether a file is UTF-8 text, by its first bytes, which may end within a character. */
function isShared({ bytes, size }: Pick<FileRead, 'bytes' | 'size'>): boolean {
  if (size > mostShared || bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

type Change = FileOperations['change']

async function changed(
  files: FileOperations,
  { readTextFile, writeTextFile }: Editor,
  ...[path, decide, options = {}]: Parameters<Change>
): Promise<FileChange> {
  const { signal } = options
  let written: Uint8Array | undefined
  let created = false
  const after = await files.change(
    path,
    async (before) => {
      const location = before?.location ?? files.locate(path)
      const place = join(files.root, location)
      const known = before && (await withEditorText(before, readTextFile, place, path, signal))
      const bytes = await decide(known)
      const text = bytes && textOf(bytes)
      if (bytes === undefined || text === undefined || writeTextFile === undefined) return bytes
      if (known !== before && known !== undefined && isSame(await known.read(), bytes)) return undefined
      await fromEditor(path, () => writeTextFile(place, text, signal))
      written = bytes
      created = before === undefined
      return undefined
    },
    options,
  )
  if (written === undefined) return after
  const version = readTextFile === undefined ? {} : { version: versionOf(written) }
  return { ...(await standing(files, after)), changed: true, created, size: written.length, ...version }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/** Text of an editor is another whenever it reads otherwise, whether somebody saved it or not. */
function versionOf(bytes: Uint8Array): string {
  return `editor:${createHash('sha256').update(bytes).digest('hex')}`
}

/** The file as it stands, with the text that the editor has of it. */
async function withEditorText(
  before: FileBefore,
  readText: ReadText | undefined,
  place: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<FileBefore> {
  if (readText === undefined || before.size > mostShared) return before
  const disk = await before.read()
  if (!isShared({ bytes: disk.subarray(0, headBytes), size: disk.length })) return before
  const bytes = new TextEncoder().encode(await fromEditor(path, () => readText(place, signal)))
  return { ...before, size: bytes.length, version: versionOf(bytes), read: () => Promise.resolve(bytes) }
}

/** What is known of a file that the editor wrote, or keeps until somebody saves it. */
async function standing(files: FileOperations, after: FileChange): Promise<FileChange> {
  try {
    const { size, mode, version } = await files.stat(after.location)
    return { ...after, size, mode, version }
  } catch (error) {
    // An editor may keep a new file until somebody saves it.
    if (isHarnessError(error) && error.code === 'FS_NOT_FOUND') return after
    throw error
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

async function fromEditor<T>(path: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isHarnessError(error) && error.code === 'ACP_EDITOR_NO_FILE')
      throw new FileError('FS_NOT_FOUND', path, 'is not known to the editor')
    throw error
  }
}
