import { exitCode } from '../exit-code.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { meant } from '../meant.ts'
import { writeMistake, writeWarning } from '../mistake.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { keepVerdicts } from './agreed-servers.ts'
import { askServers, launchRows, wordsOf, type ServersAnswer } from './ask-servers.ts'
import { findServers, type JudgedServer } from './find-servers.ts'
import { verdictsOn } from './servers-for.ts'

/** What is to be agreed to. */
export interface ServerTrustRequest {
  /** Only these; all without a name. */
  readonly names: readonly string[]
  /** `agree` does so without asking. */
  readonly what: 'ask' | 'agree' | 'revoke'
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows what servers of a folder would start or reach, and lets somebody agree to that; resolves to the exit status. */
export async function trustServers(
  request: ServerTrustRequest,
  settings: LoadedSettings,
  io: Io,
): Promise<number> {
  const { servers, problems } = await findServers(settings, io.env)
  for (const { place, problem } of problems) writeWarning(io, `${place}: ${problem}`)
  const chosen = chosenOf(request.names, servers)
  if (request.what === 'revoke') return revoke(chosen, request, settings, io)
  const open = chosen.filter(({ agreement }) => agreement.kind !== 'agreed')
  if (!request.asJson && open.length > 0)
    writeRows(io.stdout, io, request.colour, launchRows(open, columnsOf(io.stdout, io.env)))
  if (open.length === 0) return done(request, chosen, 'there is no MCP server that nobody agreed to', io)
  const answer =
    request.what === 'agree'
      ? 'yes'
      : await askServers(open, { isShown: !request.asJson, colour: request.colour }, io)
  if (answer === 'yes' || answer === 'never')
    await keepVerdicts(settings.folder, io.env, verdictsOn(open, answer))
  if (answer !== 'yes') return refused(request, open, answer, io)
  const names = open.map(({ name }) => name).join(', ')
  return done(request, open, `agreed to ${names}, as shown: a change is asked about again`, io)
}

/** Those of the folder that count and that can be started; the person's own need nobody's word. */
function chosenOf(names: readonly string[], servers: readonly JudgedServer[]): readonly JudgedServer[] {
  const counting = servers.filter(
    ({ isOfFolder, shadowedBy, agreement }) =>
      isOfFolder && shadowedBy === undefined && agreement.kind !== 'own',
  )
  const known = counting.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined)
    return names.length === 0 ? counting : counting.filter(({ name }) => names.includes(name))
  throw new UsageError(`this folder has no MCP server "${unknown}"`, [
    ...meant(unknown, known),
    known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`,
  ])
}

async function revoke(
  chosen: readonly JudgedServer[],
  request: ServerTrustRequest,
  { folder, trust }: LoadedSettings,
  io: Io,
): Promise<number> {
  await keepVerdicts(folder, io.env, new Map(chosen.map(({ name }) => [name, undefined])))
  const names = chosen.map(({ name }) => name).join(', ') || 'none'
  const kept = trust.kind === 'trusted' ? chosen.filter(({ layer }) => layer !== 'mcp.json') : []
  if (kept.length > 0)
    writeWarning(
      io,
      `the trust in this folder goes on agreeing to ${kept.map(({ name }) => name).join(', ')}: millrace trust --revoke takes it back`,
    )
  return done(request, chosen, `not agreed to any more: ${names}`, io)
}

function done(
  { asJson, colour }: ServerTrustRequest,
  servers: readonly JudgedServer[],
  words: string,
  io: Io,
): number {
  if (asJson) writeJson(io.stdout, { ok: true, servers: servers.map(reportOf) })
  else writeRows(io.stdout, io, colour, tableRows([[[words, 'strong']]], columnsOf(io.stdout, io.env)))
  return exitCode.ok
}

function refused(
  { asJson }: ServerTrustRequest,
  servers: readonly JudgedServer[],
  answer: ServersAnswer,
  io: Io,
): number {
  const isNobody = answer === 'nobody'
  const message = isNobody ? 'nobody is here to be asked' : 'the servers are not started'
  const hints = isNobody ? ['whoever knows these servers agrees to them by: millrace mcp trust --yes'] : []
  if (asJson)
    writeJson(io.stdout, { ok: false, servers: servers.map(reportOf), error: { message, code: 'DENIED' } })
  else writeMistake(io, message, hints)
  return answer === 'interrupted' ? exitCode.interrupted : exitCode.denied
}

function reportOf(server: JudgedServer): object {
  const { name, place, agreement } = server
  const { heading, remarks } = wordsOf(server)
  return { name, source: place, launch: heading, remarks, before: agreement }
}
