import { FileError, type FileBefore } from '@millrace/host'
import { changeLimits } from '../change/limits.ts'
import { tellingChange } from '../change/telling-change.ts'
import { contentDigest } from '../workspace/content-digest.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { Pace } from '../workspace/pace.ts'
import type { SeenNotes } from '../workspace/seen-files.ts'
import { describeWrite } from './describe-write.ts'
import type { WriteValue } from './value.ts'

/** What to write; checked already. */
export interface WriteRequest {
  readonly path: string
  readonly content: string
  /** Whether a file that was not read may be replaced. */
  readonly overwrite: boolean
  readonly agent: object | undefined
  readonly signal: AbortSignal
}

/** Makes a file, or replaces all of its content, with exactly the UTF-8 of `content`. */
export async function writeFile(
  files: FileOperations,
  seen: SeenNotes,
  { path, content, overwrite, agent, signal }: WriteRequest,
): Promise<WriteValue> {
  const length = Buffer.byteLength(content, 'utf8')
  if (length > changeLimits.fileBytes) {
    throw new FileError(
      'FS_TOO_LARGE',
      path,
      `would have ${length} bytes, and at most ${changeLimits.fileBytes} are written at once`,
    )
  }
  const bytes = Buffer.from(content, 'utf8')
  let stood: FileBefore | undefined
  let old: Uint8Array | undefined
  const change = await files.change(
    path,
    async (before) => {
      stood = before
      if (before === undefined) return bytes
      old = before.size > changeLimits.fileBytes ? undefined : await before.read()
      if (old !== undefined && bytes.equals(old)) return undefined
      seen.refuseStale(agent, path, before, old)
      if (!overwrite && before.size > 0 && !seen.hasSeenAll(agent, before)) {
        throw unseen(path, before, seen.hasSeen(agent, before))
      }
      return bytes
    },
    { signal, createFolders: true },
  )
  seen.noteWritten(agent, { ...change, digest: contentDigest(bytes) }, stood)
  const { changed, created, size } = change
  const about = { path: files.locate(path), changed, created, size }
  const pace = new Pace(signal)
  return tellingChange(about, signal, async () => ({
    ...about,
    ...(await describeWrite(
      content,
      bytes,
      { old: changed ? old : bytes, existed: stood !== undefined },
      pace,
    )),
  }))
}

function unseen(path: string, { size }: FileBefore, isKnown: boolean): FileError {
  const advice = isKnown
    ? 'you have read only a part of it; read the rest first, or pass overwrite: true to replace it unseen'
    : 'you have not read it; read it first, or pass overwrite: true to replace it unseen'
  return new FileError(
    'FS_EXISTS',
    path,
    `exists (${size} bytes) and ${advice}; to change a part of it use edit`,
  )
}
