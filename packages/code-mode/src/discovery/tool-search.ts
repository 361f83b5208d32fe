import type { Context } from '@deepseek-ai/cordis'
import { text } from '@millrace/protocol'
import type { InferValue } from '@millrace/schema'
import {
  defineTool,
  presentationMode,
  provideSelection,
  toolDefinitions,
  type ToolDefinition,
  type ToolRunContext,
} from '@millrace/tools'
import { catalogueOf } from './catalogue.ts'
import { toolSearchLimits } from './limits.ts'
import { boundedSearch, searchParameters } from './search-request.ts'
import { budgetedSelection } from './selection.ts'
import type { ToolHits } from './tool-catalogue.ts'

/** How many tools requests carry at once. */
export interface ToolSearchConfig {
  /** As long as the schemas of all tools are within so many tokens, as estimated, requests carry all. 10,000 unless given. */
  readonly tokens?: number
  /** Tools that requests carry in any case. */
  readonly pinned?: readonly string[]
}

const name = 'tool_search'

const description =
  'Finds tools that you are not shown yet: there are more of them than you see. Say in ordinary words what you want to do. ' +
  'The tools that it finds can be called from then on. With an empty query it lists the namespaces that there are, and ' +
  'with a namespace alone the tools in it.'

/**
 * The `tool_search` tool, and requests that carry only some of many tools: those that are pinned, those that a search of the
 * agent has brought up, and `tool_search`.
 */
export const toolSearch = {
  name: 'tool-search',
  inject: ['tools'],
  /** @throws TypeError for options that are none. */
  apply(ctx: Context, { tokens = toolSearchLimits.tokens, pinned = [] }: ToolSearchConfig = {}): void {
    if (typeof tokens !== 'number' || !(tokens >= 0)) {
      throw new TypeError(`tool-search: tokens must be a number from 0 on, not ${String(tokens)}`)
    }
    if (!Array.isArray(pinned) || !pinned.every((each) => typeof each === 'string')) {
      throw new TypeError('tool-search: pinned must be an array of names of tools')
    }
    ctx.tools.register(definition(ctx))
    provideSelection(ctx, budgetedSelection({ tokens, pinned, search: name }))
  },
}

const hit = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string', required: true }, line: { type: 'string', required: true } },
} as const

const namespace = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string', required: true }, count: { type: 'integer', required: true } },
} as const

const output = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tools: { type: 'array', required: true, items: hit, description: 'The best first.' },
    total: { type: 'integer', required: true, description: 'How many may be meant.' },
    truncated: { type: 'boolean', required: true },
    namespaces: { type: 'array', items: namespace, description: 'What there is, where nothing was found.' },
  },
} as const

function definition(ctx: Context): ToolDefinition {
  return defineTool({
    name,
    description,
    parameters: searchParameters,
    additionalProperties: false,
    output: { schema: output, render: (_args, found) => [text(rendered(found))] },
    effects: 'none',
    isConcurrencySafe: () => true,
    async execute(args, exec) {
      const { query, limit = toolSearchLimits.tools, namespace: within } = boundedSearch(args)
      const others = catalogueOf(toolDefinitions(ctx.tools, exec.agent))
      const found = others.search(query, { limit, ...(within !== undefined && { namespace: within }) })
      load(ctx, exec, found)
      return valueOf(found)
    },
  })
}

/** What was found is offered from now on. Within a program that would help nobody. */
function load(ctx: Context, { agent, callId, parent }: ToolRunContext, { tools }: ToolHits): void {
  if (parent !== undefined || tools.length === 0 || presentationMode(ctx.tools, agent) === 'code') return
  agent?.events?.append('tools/loaded', { callId, names: tools.map((found) => found.name) })
}

interface Found {
  readonly tools: readonly { readonly name: string; readonly line: string }[]
  readonly total: number
  readonly namespaces?: readonly { readonly name: string; readonly count: number }[]
}

function rendered({ tools, total, namespaces = [] }: Found): string {
  if (tools.length === 0) {
    const all = namespaces.map(({ name: begins, count }) => `${begins === '' ? 'others' : begins} (${count})`)
    return `No tools to show. What there is, by what names begin with: ${all.join('; ') || 'nothing'}`
  }
  const more = total - tools.length
  return [
    ...tools.map((each) => `${each.name}: ${each.line}`),
    ...(more > 0 ? [`${more} more may be meant: say it more exactly, or raise the limit.`] : []),
    'These can be called from now on.',
  ].join('\n')
}

function valueOf({ tools, total, truncated, namespaces }: ToolHits): InferValue<typeof output> {
  return {
    tools: tools.map(({ name: found, line }) => ({ name: found, line })),
    total,
    truncated,
    ...(namespaces !== undefined && {
      namespaces: namespaces.map(({ name: begins, count }) => ({ name: begins, count })),
    }),
  }
}
