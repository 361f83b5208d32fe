import { parsePattern, type Node, type UnitTest } from './parse.ts'

type Step =
  | { readonly kind: 'unit'; readonly test: UnitTest; readonly next: number }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end'; readonly next: number }
  | { kind: 'fork'; nexts: readonly number[] }
  | { readonly kind: 'found' }

const mostSteps = 2000

/**
 * A search for a regular expression anywhere in a text, in time linear in the text whatever the expression: all ways to
 * match are followed at once, none is tried again.
 * @throws SyntaxError where the expression is none, or needs more than a linear search.
 */
export function searchFor(source: string): (text: string) => boolean {
  const program = new Program()
  const start = program.compile(parsePattern(source), program.add({ kind: 'found' }))
  return (text) => program.finds(start, text)
}

class Program {
  private readonly steps: Step[] = []

  add(step: Step): number {
    if (this.steps.length >= mostSteps)
      throw new SyntaxError('is too large once its repetitions are written out')
    return this.steps.push(step) - 1
  }

  /** Adds the steps of a node; returns the first. */
  compile(node: Node, next: number): number {
    if (node.kind === 'unit') return this.add({ kind: 'unit', test: node.test, next })
    if (node.kind === 'edge') return this.add({ kind: 'edge', at: node.at, next })
    if (node.kind === 'sequence')
      return node.items.reduceRight((after, item) => this.compile(item, after), next)
    if (node.kind === 'choice') {
      return this.add({ kind: 'fork', nexts: node.options.map((option) => this.compile(option, next)) })
    }
    const { item, least, most } = node
    let after = most === Number.POSITIVE_INFINITY ? this.loop(item, next) : next
    const optional = Number.isFinite(most) ? most - least : 0
    for (let count = 0; count < optional; count++) {
      after = this.add({ kind: 'fork', nexts: [this.compile(item, after), next] })
    }
    for (let count = 0; count < least; count++) after = this.compile(item, after)
    return after
  }

  finds(start: number, text: string): boolean {
    let reached = new Set<number>()
    for (let index = 0; index <= text.length; index++) {
      // A match may begin anywhere.
      this.reach(start, index, text.length, reached)
      const next = new Set<number>()
      for (const at of reached) {
        const step = this.steps[at]
        if (step?.kind === 'found') return true
        if (step?.kind === 'unit' && index < text.length && step.test(text.charCodeAt(index))) {
          this.reach(step.next, index + 1, text.length, next)
        }
      }
      reached = next
    }
    return false
  }

  private loop(item: Node, next: number): number {
    const fork: Step = { kind: 'fork', nexts: [] }
    const at = this.add(fork)
    fork.nexts = [this.compile(item, at), next]
    return at
  }

  /** Adds a step and all that follow from it without a character. */
  private reach(from: number, index: number, length: number, reached: Set<number>): void {
    const pending = [from]
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (reached.has(at)) continue
      reached.add(at)
      const step = this.steps[at]
      if (step?.kind === 'fork') pending.push(...step.nexts)
      if (step?.kind === 'edge' && (step.at === 'start' ? index === 0 : index === length))
        pending.push(step.next)
    }
  }
}
