import type { LoadedSettings } from '../config/load-settings.ts'
import type { SettingsProblem } from '../config/file-settings.ts'
import type { Io } from '../io.ts'
import { isOwnServer } from '../serve/is-own-server.ts'
import { serverVerdicts, type ServerVerdicts } from './agreed-servers.ts'
import { launchChanges, launchFacts, launchFingerprint, type LaunchFacts } from './launch.ts'
import { readMcpFile } from './mcp-file.ts'
import type { FoundServer, ServerEntry, ServerLayer } from './server-entry.ts'

/** Whether a server may be started. */
export type Agreement =
  /** Somebody agreed, or it is the person's own. */
  | { readonly kind: 'agreed' }
  | { readonly kind: 'new' }
  /** Somebody agreed to another launch. */
  | { readonly kind: 'changed'; readonly changes: readonly string[] }
  /** Somebody said that it is never to be started like this. */
  | { readonly kind: 'never' }
  /** It is this command, for other agents: there is nothing to agree to, as it is never started here. */
  | { readonly kind: 'own' }

/** A server of a folder with what is known of it. */
export interface JudgedServer extends FoundServer {
  readonly facts: LaunchFacts
  readonly fingerprint: string
  readonly agreement: Agreement
  /** Where the entry stands that counts in its place. */
  readonly shadowedBy?: string
  /** Where an entry of the person's own stands in whose place this one of the folder counts. */
  readonly shadows?: string
  /** The folder that has it, absolute and without links. */
  readonly folder: string
}

/** The servers that a folder has. */
export interface FoundServers {
  /** By name; of one name the one that counts first. */
  readonly servers: readonly JudgedServer[]
  readonly problems: readonly SettingsProblem[]
}

/** What of the settings is needed to find servers. */
export type ServerSettingsOf = Pick<LoadedSettings, 'folder' | 'files' | 'trust'>

/**
 * Finds the servers of a folder: those of settings files and of its `.mcp.json`, and whether somebody agreed to them. Nothing
 * is started for that.
 * @param session - further servers, of a session; whoever opened it agreed to them.
 */
export async function findServers(
  settings: ServerSettingsOf,
  env: Io['env'],
  session: readonly ServerEntry[] = [],
): Promise<FoundServers> {
  const { folder } = settings
  const [file, verdicts] = await Promise.all([readMcpFile(folder), serverVerdicts(folder, env)])
  const found = inOrder(settings, file.servers, session)
  const strongest = new Map(found.map((server) => [server.name, server]))
  const judged = found.map((server): JudgedServer => {
    const counts = strongest.get(server.name)
    const facts = launchFacts(server.template, folder, env)
    const fingerprint = launchFingerprint(server.name, facts)
    const agreement = agreementOf({ ...server, facts, fingerprint }, settings, verdicts)
    const shadowedBy = counts === server ? undefined : counts?.place
    const own =
      server.isOfFolder && counts === server
        ? found.findLast(({ name, isOfFolder }) => name === server.name && !isOfFolder)?.place
        : undefined
    return {
      ...server,
      folder,
      facts,
      fingerprint,
      agreement,
      ...(shadowedBy !== undefined && { shadowedBy }),
      ...(own !== undefined && { shadows: own }),
    }
  })
  return { servers: judged.toReversed().toSorted(byName), problems: file.problems }
}

/** All entries from the weakest to the strongest. */
function inOrder(
  { files }: ServerSettingsOf,
  ofFile: readonly ServerEntry[],
  session: readonly ServerEntry[],
): FoundServer[] {
  const shared = ofFile.map((entry) => ({ ...entry, layer: 'mcp.json' as const, isOfFolder: true }))
  const ofLayer = (layers: readonly ServerLayer[]): FoundServer[] =>
    files.flatMap(({ place, settings }) =>
      layers.includes(place.layer)
        ? settings.servers.map((entry) => ({ ...entry, layer: place.layer, isOfFolder: place.isOfFolder }))
        : [],
    )
  const given = session.map((entry) => ({ ...entry, layer: 'session' as const, isOfFolder: false }))
  return [...ofLayer(['managed', 'user']), ...shared, ...ofLayer(['project', 'local', 'env']), ...given]
}

function agreementOf(
  server: Pick<JudgedServer, 'name' | 'layer' | 'isOfFolder' | 'template' | 'facts' | 'fingerprint'>,
  { trust }: ServerSettingsOf,
  verdicts: ServerVerdicts,
): Agreement {
  if (isOwnServer(server.template)) return { kind: 'own' }
  if (!server.isOfFolder) return { kind: 'agreed' }
  const verdict = verdicts.get(server.name)
  if (verdict?.fingerprint === server.fingerprint)
    return { kind: verdict.answer === 'yes' ? 'agreed' : 'never' }
  // The hashes of settings files are part of the trust in a folder, so that they are as they were shown.
  if (server.layer !== 'mcp.json' && trust.kind === 'trusted') return { kind: 'agreed' }
  if (verdict?.answer !== 'yes') return { kind: 'new' }
  return { kind: 'changed', changes: launchChanges(verdict.facts, server.facts) }
}

function byName({ name: one }: FoundServer, { name: other }: FoundServer): number {
  return one < other ? -1 : one > other ? 1 : 0
}
