import { access } from 'node:fs/promises'
import { findSettings } from '../config/find-settings.ts'
import { SettingsError } from '../config/settings-error.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { allTrust, type TrustRecord } from './trust-record.ts'

interface ListedTrust {
  readonly folder: string
  readonly since: string
  readonly state: string
}

/** Shows the folders that somebody trusts, and whether they still are what they were. */
export async function listTrust(
  { asJson, colour }: { readonly asJson: boolean; readonly colour: ColourChoice },
  io: Io,
): Promise<number> {
  const listed: ListedTrust[] = []
  for (const record of await allTrust(io.env)) {
    const since = new Date(record.at).toISOString()
    listed.push({ folder: record.folder, since, state: await stateOf(record, io.env) })
  }
  if (asJson) {
    writeJson(io.stdout, listed)
    return exitCode.ok
  }
  const lines = listed.map(({ folder, since, state }) => [
    folder,
    since.slice(0, 10),
    [state, 'quiet'] as const,
  ])
  const rows = tableRows(
    listed.length === 0 ? [['no folder is trusted']] : lines,
    columnsOf(io.stdout, io.env),
  )
  writeRows(io.stdout, io, colour, rows)
  return exitCode.ok
}

async function stateOf({ folder }: TrustRecord, env: Io['env']): Promise<string> {
  try {
    await access(folder)
  } catch {
    return 'the folder is gone'
  }
  try {
    const { trust } = await findSettings(folder, env)
    return trust.kind === 'changed' ? `not any more: ${trust.changes.join(', ')}` : trust.kind
  } catch (error) {
    if (error instanceof SettingsError) return 'its settings cannot be read'
    throw error
  }
}
