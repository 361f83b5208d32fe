import { realpath } from 'node:fs/promises'
import { systemClock } from '@millrace/host'
import { span, type Row } from '@millrace/cards'
import { findSettings, hashesOf } from '../config/find-settings.ts'
import type { FoundSettings } from '../config/loaded-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { isPlainFolder } from '../is-plain-folder.ts'
import { writeJson } from '../json.ts'
import { writeHints, writeMistake } from '../mistake.ts'
import { keepVerdicts, serverVerdicts } from '../mcp/agreed-servers.ts'
import { wordsOf } from '../mcp/ask-servers.ts'
import { findServers, type JudgedServer } from '../mcp/find-servers.ts'
import { verdictsOn } from '../mcp/servers-for.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { refuseFolder } from '../with-workspace.ts'
import { askTrust } from './ask-trust.ts'
import { claimsOf, serverClaim, type Claim } from './claims.ts'
import { listTrust } from './list-trust.ts'
import { removeTrust, writeTrust } from './trust-record.ts'
import { trustWords } from './trust-words.ts'

/** What is to be done about the trust in a folder. */
export interface TrustRequest {
  /** `trust` does so without asking. */
  readonly what: 'ask' | 'trust' | 'revoke' | 'list'
  /** Absolute. */
  readonly folder: string
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows what a folder's settings ask for and lets somebody trust them; resolves to the exit status. */
export async function trust(request: TrustRequest, io: Io): Promise<number> {
  if (request.what === 'list') return listTrust(request, io)
  if (request.what === 'revoke') return revoke(request, io)
  if (!isPlainFolder(request.folder)) await refuseFolder(request.folder)
  const found = await findSettings(request.folder, io.env)
  const servers = await openServers(found, io)
  const claims = [
    ...claimsOf(found),
    ...servers.flatMap((each) => (each.layer === 'mcp.json' ? serverClaim(each, wordsOf(each)) : [])),
  ]
  if (!request.asJson) showClaims(found, claims, request, io)
  const hashes = hashesOf(found.files)
  const isKnown = hashes.size === 0 || found.trust.kind === 'trusted'
  if (isKnown && servers.length === 0) return ended(request, found, claims, io)
  const answer = request.what === 'trust' ? 'yes' : await askTrust(io)
  if (answer !== 'yes') return refused(request, found, claims, answer, io)
  // What was shown is what is trusted: the hashes are those of the bytes that were read for it.
  const at = systemClock.now()
  if (hashes.size > 0) await writeTrust({ folder: found.folder, at, files: hashes }, io.env)
  if (servers.length > 0) await keepVerdicts(found.folder, io.env, verdictsOn(servers, 'yes'))
  return ended(request, { ...found, trust: { kind: 'trusted', at } }, claims, io)
}

/** Servers of the folder that nobody agreed to, and that nobody refused for good. */
async function openServers(found: FoundSettings, io: Io): Promise<readonly JudgedServer[]> {
  const { servers } = await findServers(found, io.env)
  return servers.filter(
    ({ isOfFolder, agreement: { kind } }) => isOfFolder && (kind === 'new' || kind === 'changed'),
  )
}

function ended(request: TrustRequest, found: FoundSettings, claims: readonly Claim[], io: Io): number {
  const { folder, files } = found
  const hasSettings = files.some(({ place }) => place.isOfFolder) || claims.length > 0
  const words = hasSettings
    ? trustWords(found.trust)
    : 'this folder has no settings, so there is nothing to trust'
  if (request.asJson) writeJson(io.stdout, { ok: true, folder, trust: found.trust, claims })
  else writeRows(io.stdout, io, request.colour, [[span(words, 'strong')]])
  return exitCode.ok
}

function refused(
  request: TrustRequest,
  found: FoundSettings,
  claims: readonly Claim[],
  answer: 'no' | 'nobody' | 'interrupted',
  io: Io,
): number {
  const message =
    answer === 'nobody' ? 'nobody is here to be asked' : 'the folder stays as it was: not trusted'
  const hint =
    answer === 'nobody' ? ['whoever knows these settings trusts them by: millrace trust --yes'] : []
  if (request.asJson) {
    const { folder, trust: state } = found
    writeJson(io.stdout, { ok: false, folder, trust: state, claims, error: { message, code: 'DENIED' } })
    writeHints(io, hint)
  } else {
    writeMistake(io, message, hint)
  }
  return answer === 'interrupted' ? exitCode.interrupted : exitCode.denied
}

function showClaims(
  { folder, files, trust: state }: FoundSettings,
  claims: readonly Claim[],
  { colour }: TrustRequest,
  io: Io,
): void {
  const own = files.filter(({ place }) => place.isOfFolder).map(({ place }) => place.label)
  if (own.length === 0 && claims.length === 0) return
  const width = columnsOf(io.stdout, io.env)
  const lines = claims.map(({ what, value, means, place }) => [
    `  ${what}`,
    [value, 'strong'] as const,
    means,
    [place, 'quiet'] as const,
  ])
  const changes: Row[] =
    state.kind === 'changed' ? tableRows([[`  it was trusted, but ${state.changes.join(', ')}`]], width) : []
  writeRows(io.stdout, io, colour, [
    ...tableRows([[[folder, 'strong']]], width),
    ...changes,
    ...(claims.length === 0
      ? tableRows([[`  ${own.join(' and ')} asks for nothing that takes trust`]], width)
      : []),
    ...tableRows(lines, width),
  ])
}

async function revoke({ folder, asJson, colour }: TrustRequest, io: Io): Promise<number> {
  // A folder that is gone may be forgotten, too.
  const real = await realpath(folder).catch(() => folder)
  const said = [...(await serverVerdicts(real, io.env))].filter(([, { answer: given }]) => given === 'yes')
  if (said.length > 0) await keepVerdicts(real, io.env, new Map(said.map(([name]) => [name, undefined])))
  const removed = (await removeTrust(real, io.env)) || said.length > 0
  if (asJson) writeJson(io.stdout, { ok: true, folder: real, revoked: removed })
  else {
    const words = removed ? `${real} is not trusted any more` : `${real} was not trusted`
    writeRows(io.stdout, io, colour, tableRows([[words]], columnsOf(io.stdout, io.env)))
  }
  return exitCode.ok
}
