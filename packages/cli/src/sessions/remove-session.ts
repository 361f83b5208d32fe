import { askByKey, yesOrNo, type NoAnswer } from '../ask/ask-by-key.ts'
import { escapeVisible } from '@millrace/protocol'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { writeMistake } from '../mistake.ts'
import { shortId } from '../run/session-choice.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { findSession, type FoundSession } from './find-session.ts'
import { withSessions } from './session-failure.ts'

/** Which session is to go. */
export interface RemoveRequest {
  readonly wanted: string
  /** Absolute. */
  readonly folder: string
  /** Whether nobody is asked. */
  readonly yes: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Removes a session for good, once somebody said yes; resolves to the exit status. */
export async function removeSession(request: RemoveRequest, io: Io): Promise<number> {
  return withSessions(async () => {
    const found = await findSession(request.wanted, request.folder, io)
    const answer = request.yes ? 'yes' : await asked(found, io)
    if (answer !== 'yes') return kept(answer, request, found, io)
    await found.folder.store.remove(found.id)
    if (request.asJson) writeJson(io.stdout, { ok: true, removed: found.id })
    else
      writeRows(
        io.stdout,
        io,
        request.colour,
        tableRows([['removed', [found.id, 'strong']]], columnsOf(io.stdout, io.env)),
      )
    return exitCode.ok
  })
}

function asked({ id, folder }: FoundSession, io: Io): Promise<'yes' | 'no' | NoAnswer> {
  const show = async (): Promise<void> => {
    const title = await titleOf(id, folder)
    io.stderr.write(`${escapeVisible(shortId(id))}  ${escapeVisible(title)}\n`)
    io.stderr.write('Remove this session for good?   [y] yes   [n] no   (Ctrl+C cancels)\n')
  }
  return askByKey(yesOrNo, show, io)
}

/** A damaged one can be removed, too. */
async function titleOf(id: string, { store }: FoundSession['folder']): Promise<string> {
  for await (const found of store.list())
    if (found.id === id) return 'problem' in found ? found.problem : found.title
  return ''
}

function kept(answer: 'no' | NoAnswer, { asJson }: RemoveRequest, { id }: FoundSession, io: Io): number {
  const message = answer === 'nobody' ? 'nobody is here to be asked' : `session ${shortId(id)} stays`
  writeMistake(
    io,
    message,
    answer === 'nobody' ? [`without a question: millrace sessions remove ${shortId(id)} --yes`] : [],
  )
  if (asJson) writeJson(io.stdout, { ok: false, error: { message, code: 'DENIED' } })
  return answer === 'interrupted' ? exitCode.interrupted : exitCode.denied
}
