import { FileError, type FileBefore } from '@millrace/host'
import { changedRanges } from '../change/changed-ranges.ts'
import { decodeText, encodeText, type DecodedText } from '../change/decoded-text.ts'
import { changeLimits } from '../change/limits.ts'
import type { Region } from '../change/splice.ts'
import { tellingChange } from '../change/telling-change.ts'
import { describeChange } from '../change/text-change.ts'
import { trimmed } from '../change/trimmed.ts'
import { contentDigest } from '../workspace/content-digest.ts'
import type { FileOperations } from '../workspace/operations.ts'
import { Pace } from '../workspace/pace.ts'
import type { SeenNotes } from '../workspace/seen-files.ts'
import { applyEdits, tooLarge } from './apply-edits.ts'
import type { Replacement } from './replacement.ts'
import type { EditValue } from './value.ts'

/** What to edit; checked already. */
export interface EditRequest {
  readonly path: string
  readonly edits: readonly Replacement[]
  readonly agent: object | undefined
  readonly signal: AbortSignal
}

interface Made {
  readonly before: DecodedText
  readonly after: string
  readonly regions: readonly Region[]
  readonly counts: number[]
}

/** Makes all replacements in a file, or none. */
export async function editFile(
  files: FileOperations,
  seen: SeenNotes,
  { path, edits, agent, signal }: EditRequest,
): Promise<EditValue> {
  const pace = new Pace(signal)
  let made: Made | undefined
  let stood: FileBefore | undefined
  let written: Uint8Array | undefined
  const change = await files.change(
    path,
    async (found) => {
      stood = editable(found, path)
      const content = await stood.read()
      seen.refuseStale(agent, path, stood, content)
      const before = decodeText(content, path)
      const { text, regions, counts } = await applyEdits(before.text, edits, path, pace)
      made = { before, after: text, regions, counts }
      if (text === before.text) return undefined
      const bytes = encodeText({ ...before, text })
      if (bytes.length > changeLimits.fileBytes) throw tooLarge(path)
      written = bytes
      return bytes
    },
    { signal },
  )
  if (made === undefined || stood === undefined) throw new TypeError('the files did not ask for a decision')
  if (written !== undefined && change.changed) {
    seen.noteEdited(agent, { ...change, digest: contentDigest(written) }, stood)
  }
  const about = { path: files.locate(path), changed: change.changed, size: change.size }
  return tellingChange(about, signal, async () => ({ ...about, ...(await described(made!, pace)) }))
}

async function described(
  { before, after, regions, counts }: Made,
  pace: Pace,
): Promise<Omit<EditValue, 'path' | 'changed' | 'size'>> {
  if (pace.isDue) await pace.rest()
  const exact = trimmed(before.text, after, regions)
  const omittedRanges = exact.length - changeLimits.ranges
  return {
    replacements: counts,
    ...(await describeChange(before.text, after, exact, pace)),
    changedBytes: changedRanges(before, after, exact),
    ...(omittedRanges > 0 ? { omittedRanges } : {}),
  }
}

function editable(found: FileBefore | undefined, path: string): FileBefore {
  if (found === undefined) {
    throw new FileError('FS_NOT_FOUND', path, 'does not exist; make it with the write tool')
  }
  if (found.size <= changeLimits.fileBytes) return found
  throw new FileError(
    'FS_TOO_LARGE',
    path,
    `has ${found.size} bytes, and files up to ${changeLimits.fileBytes} are edited; change it with another program`,
  )
}
