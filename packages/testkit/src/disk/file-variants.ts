import { Content, type FileChange } from './content.ts'
import type { FileNode } from './file-node.ts'
import { seededRandom } from './random.ts'
import { joined, overParts, type VariantFamily, type Variants } from './variants.ts'

type Write = Extract<FileChange, { kind: 'write' }>
type Family = VariantFamily<Uint8Array>

/** How many of the mixtures of old and new sectors are tried. */
const mixtures = 32
const sector = 512

/** What a loss of power may leave of one file. */
export function fileVariants(node: FileNode, granularity: number, seed: number): Variants<Uint8Array> {
  const past = new Past(node.durableBytes(), node.pending())
  const cuts = cutWrites(past, granularity)
  const families: Family[] = [
    { count: 1, at: () => ({ title: 'as at the last sync', value: past.upTo(0).bytes() }) },
    cuts,
    zeroTails(past, granularity),
    holes(past),
    flippedBits(past, granularity),
    mixedSectors(past, seed),
  ]
  return joined(families, cuts.count)
}

/** A durable content and what was done to it since. */
class Past {
  readonly changes: readonly FileChange[]
  private readonly durable: Uint8Array

  constructor(durable: Uint8Array, changes: readonly FileChange[]) {
    this.durable = durable
    this.changes = changes
  }

  /** With the first so many changes. */
  upTo(count: number, without = -1): Content {
    const content = new Content(this.durable)
    for (let index = 0; index < count; index++) {
      const change = this.changes[index]
      if (change !== undefined && index !== without) content.apply(change)
    }
    return content
  }

  where(index: number): string {
    return `change ${index + 1} of ${this.changes.length} since the last sync`
  }
}

function pieces(change: FileChange, granularity: number): number {
  return change.kind === 'truncate' ? 1 : Math.ceil(change.bytes.length / granularity)
}

/** Everything up to a place within a write; the last of them is everything. */
function cutWrites(past: Past, granularity: number): Family {
  return overParts(
    past.changes,
    (change) => pieces(change, granularity),
    (change, index, inner) => {
      const content = past.upTo(index)
      if (change.kind === 'truncate') {
        content.apply(change)
        return { title: `up to ${past.where(index)}, a truncate`, value: content.bytes() }
      }
      const end = Math.min((inner + 1) * granularity, change.bytes.length)
      content.apply({ ...change, bytes: change.bytes.subarray(0, end) })
      return {
        title: `up to byte ${end} of ${change.bytes.length} of ${past.where(index)}`,
        value: content.bytes(),
      }
    },
  )
}

/** The size of a write arrived, and of its bytes only the first: the rest is zeros. */
function zeroTails(past: Past, granularity: number): Family {
  return overParts(
    past.changes,
    (change) => (change.kind === 'write' ? pieces(change, granularity) : 0),
    (change, index, inner) => {
      const content = past.upTo(index)
      const start = inner * granularity
      if (change.kind === 'write') {
        content.apply({ ...change, bytes: change.bytes.subarray(0, start) })
        const end = change.position + change.bytes.length
        if (content.size < end) content.resize(end)
      }
      return { title: `zeros from byte ${start} of ${past.where(index)}`, value: content.bytes() }
    },
  )
}

/** One change is missing among later ones. */
function holes(past: Past): Family {
  return overParts(
    past.changes,
    (_, last) => last,
    (_, last, missing) => ({
      title: `up to ${past.where(last)}, without number ${missing + 1}`,
      value: past.upTo(last + 1, missing).bytes(),
    }),
  )
}

/** All arrived, but for one bit. */
function flippedBits(past: Past, granularity: number): Family {
  return overParts(
    past.changes,
    (change) => (change.kind === 'write' ? pieces(change, granularity) : 0),
    (change, index, inner) => {
      const content = past.upTo(past.changes.length)
      const offset = inner * granularity
      const bit = (offset * 5 + index) % 8
      content.flip((change.kind === 'write' ? change.position : 0) + offset, bit)
      return { title: `bit ${bit} of byte ${offset} of ${past.where(index)} flipped`, value: content.bytes() }
    },
  )
}

/** Sectors arrive in any order: each of them is new or as it was. */
function mixedSectors(past: Past, seed: number): Family {
  const writes = past.changes.filter((change): change is Write => change.kind === 'write')
  const touched = new Set(writes.flatMap(sectorsOf))
  return {
    count: touched.size < 2 ? 0 : Math.min(mixtures, 2 ** touched.size),
    at(index) {
      const random = seededRandom(seed + index)
      const before = past.upTo(0)
      const content = past.upTo(past.changes.length)
      const old: number[] = []
      for (const number of touched) {
        if (random.next(2) === 0) continue
        old.push(number)
        const bytes = new Uint8Array(Math.max(Math.min(sector, content.size - number * sector), 0))
        bytes.set(before.read(number * sector, bytes.length))
        content.apply({ kind: 'write', position: number * sector, bytes })
      }
      return { title: `sectors ${old.join(', ') || 'none'} as at the last sync`, value: content.bytes() }
    },
  }
}

function sectorsOf({ position, bytes }: Write): number[] {
  const first = Math.floor(position / sector)
  const last = Math.floor((position + bytes.length - 1) / sector)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
