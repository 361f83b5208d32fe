import { span, type Row } from '@millrace/cards'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { launchWords } from '../mcp/launch.ts'
import { columnsOf, writeRows, type ColourChoice } from '../screen.ts'
import { tableRows, type Cell } from '../table.ts'
import { trustWords } from '../trust/trust-words.ts'
import { hookWords } from './hook-words.ts'
import type { LoadedSettings } from './load-settings.ts'
import type { Sourced } from './loaded-settings.ts'
import { settingsPlaces } from './settings-places.ts'

/** What of the settings is to be shown, and how. */
export interface ConfigRequest {
  /** Whether each is shown with where it comes from, and the files with what became of them. */
  readonly sources: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows the settings that count in a folder. */
export function showConfig(request: ConfigRequest, settings: LoadedSettings, io: Io): void {
  if (request.asJson) return writeJson(io.stdout, configReport(settings, io))
  const width = columnsOf(io.stdout, io.env)
  const lines = settingLines(settings).map((line) => (request.sources ? line : line.slice(0, 2)))
  writeRows(io.stdout, io, request.colour, [
    ...tableRows(lines, width),
    ...(request.sources ? fileRows(settings, io, width) : []),
  ])
}

/** Name, value and source of each setting, one line for each. */
function settingLines({ effective, layers, files }: LoadedSettings): Cell[][] {
  const { mode, sandbox, egress, unprotected, env, secrets, hooks, telemetry, spill } = effective
  const { toolMode, model, limits, prices } = effective
  const line = (name: string, { value, source }: Sourced<unknown>): Cell[] => [
    [name, 'strong'],
    String(value),
    [source, 'quiet'],
  ]
  const list = (name: string, values: readonly Sourced<string>[]): Cell[][] =>
    values.map((each) => line(name, each))
  const rules = layers.flatMap(({ name, mayGrant, ...lists }) =>
    (['deny', 'ask', 'allow'] as const).flatMap((kind) =>
      kind === 'allow' && !mayGrant
        ? []
        : lists[kind].map(({ rule, place }) =>
            line(`permissions.${kind}`, { value: rule, source: place ?? name }),
          ),
    ),
  )
  return [
    line('permissions.mode', mode),
    ...rules,
    line('sandbox', sandbox),
    ...list('egress', egress),
    ...list('unprotected', unprotected),
    ...list('env', env),
    ...list('secrets', secrets),
    ...hooks.map(({ value: { event, matcher, hooks: commands }, source }) =>
      line(`hooks.${event}`, {
        value: `${matcher ?? '*'}: ${commands.map(hookWords).join('; ')}`,
        source,
      }),
    ),
    ...Object.entries(telemetry).map(([name, each]) => line(`telemetry.${name}`, each)),
    ...Object.entries(spill).map(([name, each]) => line(`spill.${name}`, each)),
    ...(toolMode === undefined ? [] : [line('mode', toolMode)]),
    ...(model === undefined ? [] : [line('model', model)]),
    ...Object.entries(limits).map(([name, each]) => line(`limits.${name}`, each)),
    ...prices.map(({ value: { model: of, price }, source }) =>
      line(`prices.${of}`, { value: JSON.stringify(price), source }),
    ),
    ...files.flatMap(({ settings }) =>
      settings.servers.map(({ name, template, place }) =>
        line(`mcpServers.${name}`, { value: launchWords(template).heading, source: place }),
      ),
    ),
  ]
}

function fileRows(settings: LoadedSettings, io: Io, width: number): Row[] {
  const lines = fileReports(settings, io).map(({ layer, label, state }): Cell[] => [
    `  ${layer}`,
    label,
    [state, 'quiet'],
  ])
  return [
    [],
    [span('Files', 'strong')],
    ...tableRows(lines, width),
    [span(`  ${trustWords(settings.trust)}`)],
  ]
}

interface FileReport {
  readonly layer: string
  readonly label: string
  readonly path: string
  readonly state: string
}

/** What became of each place where a settings file may stand, from the weakest to the strongest. */
function fileReports({ folder, files, ignored }: LoadedSettings, io: Io): FileReport[] {
  return settingsPlaces(folder, io.env).map(({ layer, label, path }) => {
    const file = files.find(({ place }) => place.layer === layer)
    if (file === undefined) return { layer, label, path, state: 'none' }
    if (file.counts === 'wholly') return { layer, label, path, state: 'read' }
    const left = ignored.length === 0 ? '' : `; left out of this folder's: ${ignored.join(', ')}`
    return { layer, label, path, state: `not trusted: only what tightens counts${left}` }
  })
}

function configReport(settings: LoadedSettings, io: Io): object {
  const { folder, effective, layers, trust, ignored, problems } = settings
  const { hooks, prices, ...others } = effective
  return {
    folder,
    ...others,
    hooks: hooks.map(({ value, source }) => ({ ...value, source })),
    prices: prices.map(({ value, source }) => ({ ...value, source })),
    mcpServers: settings.files.flatMap(({ settings: { servers } }) =>
      servers.map(({ name, template, place }) => ({
        name,
        launch: launchWords(template).heading,
        source: place,
      })),
    ),
    rules: layers.flatMap(({ name, mayGrant, ...lists }) =>
      (['deny', 'ask', 'allow'] as const).flatMap((list) =>
        lists[list].map(({ rule, place = null }) => ({
          list,
          rule,
          layer: name,
          source: place,
          counts: list !== 'allow' || mayGrant,
        })),
      ),
    ),
    files: fileReports(settings, io),
    trust,
    ignored,
    problems,
  }
}
