import { applyNames, type DiskNode, type FolderNode } from './folder-node.ts'
import { seededRandom } from './random.ts'
import { joined, type Variants } from './variants.ts'

/** Up to so many changes all selections are tried. */
const exhaustive = 8
const sampled = 256

/** What a loss of power may leave of the names of one folder: each change since the last sync is there or not. */
export function nameVariants(folder: FolderNode, seed: number): Variants<ReadonlyMap<string, DiskNode>> {
  const durable = folder.durableNames()
  const changes = folder.pending()

  const having = (has: (index: number) => boolean): { title: string; value: Map<string, DiskNode> } => {
    const names = new Map(durable)
    const missing: number[] = []
    for (const [index, change] of changes.entries()) {
      if (has(index)) applyNames(names, change)
      else missing.push(index)
    }
    const lost = missing.map((index) => {
      const change = changes[index]
      if (change === undefined) return ''
      const target = change.kind === 'rename' ? ` to "${change.to}"` : ''
      return `${change.kind} "${change.name}"${target}`
    })
    return { title: lost.length === 0 ? 'all names' : `without: ${lost.join(', ')}`, value: names }
  }

  if (changes.length <= exhaustive) {
    const count = 2 ** changes.length
    return joined([{ count, at: (index) => having((place) => ((index >> place) & 1) === 1) }], count - 1)
  }
  const prefixes = { count: changes.length + 1, at: (end: number) => having((place) => place < end) }
  const selections = {
    count: sampled,
    at(index: number) {
      const random = seededRandom(seed + index)
      const kept = changes.map(() => random.next(2) === 1)
      return having((place) => kept[place] === true)
    },
  }
  return joined([prefixes, selections], changes.length)
}
