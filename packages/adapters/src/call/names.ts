import type { ToolSchema } from '@millrace/protocol'
import { providerNames, schemaView, type ToolRuntime } from '@millrace/tools'
import type { ViewOptions } from '../contract.ts'

/** Names of tools that providers take, both ways. */
export interface Names {
  /** The provider's name of one of our tools. */
  theirs(name: string): string
  /** Our name of a tool that a model names; a name that nobody was told of stays, for the pipeline to judge. */
  ours(name: string): string
}

const known = new WeakMap<readonly ToolSchema[], Names>()

/** The names that a view goes by. */
export function namesOf(tools: ToolRuntime, { agent }: ViewOptions): Names {
  const view = schemaView(tools, agent)
  const before = known.get(view)
  if (before !== undefined) return before
  const theirs = providerNames(view.map(({ name }) => name))
  const ours = new Map(Array.from(theirs, ([own, told]) => [told, own]))
  const names: Names = {
    theirs: (name) => theirs.get(name) ?? name,
    ours: (name) => ours.get(name) ?? name,
  }
  known.set(view, names)
  return names
}
