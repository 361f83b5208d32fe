import { realpath } from 'node:fs/promises'
import { removeRule, type RemovedRule } from '../config/remove-rule.ts'
import type { Io } from '../io.ts'
import { isPlainFolder } from '../is-plain-folder.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows } from '../screen.ts'
import { tableRows } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { asUsage, refuseFolder } from '../with-workspace.ts'

/** A permission that is to be taken back. */
export interface RevokeRequest {
  /** The id of a grant, or a rule. */
  readonly wanted: string
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
}

/**
 * Takes a permission out of the settings of a folder and of the person.
 * @throws UsageError where there is none, or it stands where this command does not write.
 */
export async function revokeRule({ wanted, folder, asJson }: RevokeRequest, io: Io): Promise<void> {
  if (!isPlainFolder(folder)) await refuseFolder(folder)
  const real = await realpath(folder)
  const found = await asUsage(() => removeRule(wanted, { folder: real, env: io.env }))
  const removed = found.filter(({ kept }) => kept === undefined)
  if (removed.length === 0) throw notRevoked(wanted, found)
  if (asJson) {
    writeJson(io.stdout, {
      ok: true,
      revoked: found.map(({ rule, file, kept }) => ({
        rule: rule.rule,
        source: rule.place ?? file,
        ...(rule.grant !== undefined && { id: rule.grant.id }),
        ...(kept !== undefined && { kept }),
      })),
    })
    return
  }
  const lines = found.map(({ rule, file, kept }) => [
    kept === undefined ? 'revoked' : 'stays',
    [rule.rule, 'strong'] as const,
    [kept ?? rule.place ?? file, 'quiet'] as const,
  ])
  writeRows(io.stdout, io, undefined, tableRows(lines, columnsOf(io.stdout, io.env)))
}

function notRevoked(wanted: string, found: readonly RemovedRule[]): UsageError {
  const kept = found.flatMap((each) => each.kept ?? [])
  return kept.length > 0
    ? new UsageError(`"${wanted}" stays`, kept)
    : new UsageError(`no settings allow "${wanted}"`, [
        'what there is, is shown by: millrace permissions list',
      ])
}
