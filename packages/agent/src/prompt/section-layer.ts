import type { Context } from '@deepseek-ai/cordis'
import { NamedEntries, scopeChainOf, scopeOf, type ScopedLayers, type ScopeLayer } from '@millrace/scope'
import { transportName, type TransportSection } from '@millrace/tools'
import type { SessionAgent } from '../contract/agent.ts'
import type { PromptSection } from '../contract/prompt.ts'

/** A section as it was registered: later changes of the caller's object change nothing. */
export interface OwnedSection extends PromptSection {
  /** The plugin that registered it. */
  readonly source: string
}

/** The sections of one scope, or of the deployment. */
export class SectionLayer implements ScopeLayer {
  readonly sections: NamedEntries<OwnedSection> = new NamedEntries()

  get empty(): boolean {
    return this.sections.size === 0
  }
}

/** Registers a section in the layer of the calling context. Returns the exact effect disposer. */
export function register(
  layers: ScopedLayers<SectionLayer>,
  ctx: Context,
  section: PromptSection,
): () => void {
  const owned = ownedSection(section, ctx.fiber.name)
  return layers.effect(ctx, {
    label: `prompts.section(${owned.name})`,
    apply: (layer) => {
      if (layer.sections.has(owned.name)) throw duplicate(owned.name, scopeOf(ctx) !== undefined)
      return layer.sections.insert(owned.name, owned)
    },
  })
}

/**
 * The sections that an agent's prompt is made of, in their order; the nearest of a name wins, and any that was registered wins
 * over one that Code Mode contributes.
 */
export function sectionsOf(
  layers: ScopedLayers<SectionLayer>,
  agent: SessionAgent,
  contributed: readonly TransportSection[],
): OwnedSection[] {
  const visible = new Map<string, OwnedSection>(
    contributed.map(({ name, order, text }) => [name, { name, order, text, source: transportName }]),
  )
  for (const [name, section] of layers.global.sections) visible.set(name, section)
  for (const key of scopeChainOf(agent).toReversed()) {
    for (const [name, section] of layers.get(key)?.sections ?? []) visible.set(name, section)
  }
  return [...visible.values()].sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
}

function ownedSection(section: PromptSection, source: string): OwnedSection {
  const { name, order, text } = section
  if (typeof name !== 'string' || name === '') {
    throw new TypeError('a prompt section must have a name: a string that is not empty')
  }
  if (typeof order !== 'number' || !Number.isFinite(order)) {
    throw new TypeError(`prompt section "${name}": order must be a finite number, such as 100`)
  }
  if (typeof text !== 'string' && typeof text !== 'function') {
    throw new TypeError(`prompt section "${name}": text must be a string, or a function that gives one`)
  }
  return Object.freeze({ name, order, text, source })
}

function duplicate(name: string, scoped: boolean): Error {
  return new Error(
    scoped
      ? `a prompt section "${name}" is already registered in this scope`
      : `a prompt section "${name}" is already registered; to replace it for one agent, register it through agent.ctx`,
  )
}
