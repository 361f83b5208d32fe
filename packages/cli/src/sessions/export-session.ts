import { randomBytes } from 'node:crypto'
import { open as openFile, rename, unlink } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { sessionHtml, sessionMarkdown } from '@millrace/cards'
import type { Io } from '../io.ts'
import { writeHints } from '../mistake.ts'
import { documentOptions, viewOf } from '../replay/replay-session.ts'
import { withRecordedTools } from '../replay/recorded-tools.ts'
import { foreignCalls, presentersOf } from '../run/presenters.ts'
import { UsageError } from '../usage-error.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import { readSession, type NamedSession } from './read-session.ts'

/** The forms of a document. */
export type ExportForm = 'html' | 'markdown'

/** Which session becomes a document, and where that goes. */
export interface ExportRequest {
  readonly wanted: string
  /** Absolute. */
  readonly folder: string
  /** By the name of the file unless given. */
  readonly form: ExportForm | undefined
  /** The standard output without it. */
  readonly file: string | undefined
  /** Whether a file of this name makes way. */
  readonly force: boolean
}

/** Writes a session as one document. */
export async function exportSession(request: ExportRequest, io: Io, open: OpenWorkspace): Promise<void> {
  const form = request.form ?? formOf(request.file)
  const session = await readSession(request.wanted, request.folder, io)
  const text = await documentOf(session, form, request, io, open)
  if (request.file === undefined) {
    io.stdout.write(text)
    return
  }
  const path = resolve(io.cwd, request.file)
  await save(path, text, request)
  writeHints(io, [`written to ${path}`])
}

const forms: ReadonlyMap<string, ExportForm> = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
])

function formOf(file: string | undefined): ExportForm {
  const form = file === undefined ? undefined : forms.get(extname(file).toLowerCase())
  if (form !== undefined) return form
  throw new UsageError('which kind of document is wanted?', [
    'give --html or --markdown, or a file whose name ends in .html or .md',
  ])
}

function documentOf(
  { header, events }: NamedSession,
  form: ExportForm,
  { folder }: ExportRequest,
  io: Io,
  open: OpenWorkspace,
): Promise<string> {
  return withRecordedTools(open, [header.cwd, folder], io.env, async (tools) => {
    const view = viewOf(events, await presentersOf((name) => tools.get(name), foreignCalls(events)))
    const write = form === 'html' ? sessionHtml : sessionMarkdown
    return write(header, view, documentOptions({ expand: true }, io))
  })
}

/** Whole or not at all: what stands there makes way for a file that is complete. */
async function save(path: string, text: string, { force, file = path }: ExportRequest): Promise<void> {
  const target = force ? `${path}.${randomBytes(4).toString('hex')}.new` : path
  try {
    await written(target, text)
    if (force) await rename(target, path).catch((error: unknown) => discarded(target, error))
  } catch (error) {
    throw notSaved(file, error)
  }
}

async function written(path: string, text: string): Promise<void> {
  const handle = await openFile(path, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } catch (error) {
    await discarded(path, error)
  } finally {
    await handle.close()
  }
}

async function discarded(path: string, error: unknown): Promise<never> {
  await unlink(path)
  throw error
}

function notSaved(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error
  if (code === 'EEXIST')
    return new UsageError(`${file} is there already`, ['--force writes over it; or give another name'])
  return new UsageError(`${file} cannot be written (${code})`, ['nothing was written; give another name'])
}
