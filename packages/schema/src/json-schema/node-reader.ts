import { containerKind } from '../json/container-kind.ts'
import { hasOnlyIndexes } from '../json/plain-array.ts'
import { isJsonValue } from '../json/snapshot.ts'
import type { PathStep } from '../json/path.ts'
import { pathOf, within, type Place } from './place.ts'

/** A part of a schema that is still to be looked at. */
export interface Part {
  readonly value: unknown
  readonly place: Place | undefined
}

/** The own members of an untrusted record, each read once; `undefined` where it is not an ordinary record. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  try {
    if (typeof value !== 'object' || value === null || containerKind(value) !== 'object') return undefined
    const keys = Object.keys(value)
    if (Reflect.ownKeys(value).length !== keys.length) return undefined
    return new Map(keys.map((key) => [key, (value as Record<string, unknown>)[key]]))
  } catch {
    return undefined
  }
}

/** The items of an untrusted array, each read once; `undefined` where it is not dense and ordinary. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  try {
    if (!Array.isArray(value) || containerKind(value) !== 'array') return undefined
    const items: unknown[] = Object.values(value)
    return items.length === value.length && hasOnlyIndexes(value, value.length) ? items : undefined
  } catch {
    return undefined
  }
}

/** One node while it is checked: its members, the problems found so far, and the nodes inside it. */
export class NodeReader {
  readonly members: ReadonlyMap<string, unknown>
  /** Nodes that this one contains, in the order of the walk. */
  readonly parts: Part[] = []
  private readonly place: Place | undefined
  private readonly problems: string[]

  constructor(members: ReadonlyMap<string, unknown>, place: Place | undefined, problems: string[]) {
    this.members = members
    this.place = place
    this.problems = problems
  }

  /** Notes a problem of the node, or of a member. */
  report(problem: string, ...steps: readonly PathStep[]): void {
    this.problems.push(`${pathOf(this.at(steps), 'schema')} ${problem}`)
  }

  /** Notes a node inside this one. */
  contains(value: unknown, ...steps: readonly PathStep[]): void {
    this.parts.push({ value, place: this.at(steps) })
  }

  /** Checks `enum` and `const` of a scalar kind. */
  scalars(belongs: (value: unknown) => boolean, what: string): void {
    const choices = this.choices(belongs, what)
    if (!this.members.has('const')) return
    const only = this.members.get('const')
    if (!belongs(only)) this.report(`must be ${what}`, 'const')
    else if (choices !== undefined && !choices.includes(only))
      this.report('must be a member of enum', 'const')
  }

  /** Checks that an annotation is what it should be. */
  annotations(): void {
    for (const key of ['description', 'title']) {
      if (this.members.has(key) && typeof this.members.get(key) !== 'string') {
        this.report('must be a string', key)
      }
    }
    for (const key of ['default', 'examples']) {
      if (this.members.has(key) && !isJsonValue(this.members.get(key))) {
        this.report('must be lossless JSON', key)
      }
    }
  }

  private choices(belongs: (value: unknown) => boolean, what: string): readonly unknown[] | undefined {
    if (!this.members.has('enum')) return undefined
    const choices = itemsOf(this.members.get('enum'))
    if (choices === undefined || choices.length === 0) {
      this.report('must be a dense array of at least one value', 'enum')
      return undefined
    }
    for (const [index, choice] of choices.entries()) {
      if (!belongs(choice)) this.report(`must be ${what}`, 'enum', index)
    }
    return choices
  }

  private at(steps: readonly PathStep[]): Place | undefined {
    return steps.reduce<Place | undefined>((outer, step) => within(outer, step), this.place)
  }
}
