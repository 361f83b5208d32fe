import { hookWords } from '../config/hook-words.ts'
import type { FoundSettings } from '../config/loaded-settings.ts'
import { launchWords, type LaunchWords } from '../mcp/launch.ts'
import type { ServerEntry } from '../mcp/server-entry.ts'

/** Something that a folder's own settings ask for and that takes trust. */
export interface Claim {
  readonly what:
    | 'allow'
    | 'mode'
    | 'sandbox'
    | 'egress'
    | 'unprotected'
    | 'env'
    | 'secrets'
    | 'hook'
    | 'telemetry'
    | 'spill'
    | 'tool mode'
    | 'model'
    | 'limits'
    | 'price'
    | 'server'
  readonly value: string
  /** What that means, in words. */
  readonly means: string
  readonly place: string
}

/** What a folder's own settings would grant, run, redirect or loosen. */
export function claimsOf({ files }: FoundSettings): readonly Claim[] {
  return files.filter(({ place }) => place.isOfFolder).flatMap(({ settings }) => claimsOfFile(settings))
}

function claimsOfFile(settings: FoundSettings['files'][number]['settings']): Claim[] {
  const { rules, mode, sandbox, egress, unprotected, env, secrets, hooks, telemetry, spill } = settings
  const { toolMode, model, limits, prices, servers } = settings
  const each = (
    what: Claim['what'],
    means: string,
    values: readonly { readonly value: string; readonly place: string }[],
  ): Claim[] => values.map(({ value, place }) => ({ what, value, means, place }))
  const asText = <T>(placed: { value: T; place: string } | undefined): { value: string; place: string }[] =>
    placed === undefined ? [] : [{ value: JSON.stringify(placed.value), place: placed.place }]
  return [
    ...rules.allow.map(({ rule, place = '' }) => ({
      what: 'allow' as const,
      value: rule,
      means: 'runs without a question',
      place,
    })),
    ...each('mode', 'decides where no rule does', mode === undefined ? [] : [mode]),
    ...each('sandbox', 'decides whether commands are kept in', sandbox === undefined ? [] : [sandbox]),
    ...hooks.flatMap(({ value: { event, matcher = '*', hooks: commands }, place }) =>
      commands.map((hook) => ({
        what: 'hook' as const,
        value: hookWords(hook),
        means: `is run at ${event} of ${matcher}`,
        place,
      })),
    ),
    ...each('egress', 'may be reached by commands', egress),
    ...each('unprotected', 'may be changed by commands', unprotected),
    ...each('env', 'is passed on to commands', env),
    ...each('secrets', 'has its value hidden', secrets),
    ...each('telemetry', 'decides what is measured', asText(telemetry)),
    ...each('spill', 'decides how much a model sees', asText(spill)),
    ...each('tool mode', 'decides how agents call tools', toolMode === undefined ? [] : [toolMode]),
    ...each('model', 'is what agents use', model === undefined ? [] : [model]),
    ...each('limits', 'decides how much agents may use', asText(limits)),
    ...prices.flatMap(({ value: { model: of, price }, place }) =>
      each('price', 'decides what agents are said to cost', [
        { value: `${of} ${JSON.stringify(price)}`, place },
      ]),
    ),
    ...servers.map((server) => serverClaim(server)),
  ]
}

/** What a server of a folder would start or reach, with all that it would be given. */
export function serverClaim(
  { name, template, place }: ServerEntry,
  { heading, remarks }: LaunchWords = launchWords(template),
): Claim {
  const means = `is ${template.type === 'stdio' ? 'started' : 'reached'} as the MCP server ${name}`
  return { what: 'server', value: heading, means: [means, ...remarks].join('; '), place }
}
