import { fileVariants } from './file-variants.ts'
import { FileNode } from './file-node.ts'
import { FolderNode, type DiskNode } from './folder-node.ts'
import { nameVariants } from './name-variants.ts'
import { seededRandom } from './random.ts'
import type { Variants } from './variants.ts'

/** Which states a loss of power is tried with. */
export interface CrashOptions {
  /** Where a write can be cut and bits turn around: at each byte, which is so where absent, or at each sector of so many. */
  readonly granularity?: number
  /** How many states at most, 10,000 where absent. Where there are more, so many of them are drawn. */
  readonly limit?: number
  /** Of the drawing; the same seed gives the same states. */
  readonly seed?: number
}

/** The folders and files after a loss of power. */
export interface CrashedFolder {
  /** What was lost, in words. */
  readonly title: string
  readonly root: FolderNode
}

interface Dimensions {
  readonly names: ReadonlyMap<FolderNode, Variants<ReadonlyMap<string, DiskNode>>>
  readonly files: ReadonlyMap<FileNode, Variants<Uint8Array>>
}

/** All states, or as many as the limit says: the one where nothing and the one where everything was lost come first. */
export function* crashedFolders(
  root: FolderNode,
  now: number,
  options: CrashOptions,
): Generator<CrashedFolder> {
  const { granularity = 1, limit = 10_000, seed = 1 } = options
  const dimensions = dimensionsOf(root, granularity, seed)
  const counts = [...dimensions.names.values(), ...dimensions.files.values()].map(({ count }) => count)
  const wholes = [...dimensions.names.values(), ...dimensions.files.values()].map(({ whole }) => whole)
  const total = counts.reduce((product, count) => product * count, 1)
  if (total <= limit) {
    for (let index = 0; index < total; index++) yield built(root, dimensions, digits(index, counts), now)
    return
  }
  const random = seededRandom(seed)
  for (let index = 0; index < limit; index++) {
    const drawn = counts.map((count) => random.next(count))
    const choice = index === 0 ? wholes : index === 1 ? counts.map(() => 0) : drawn
    yield built(root, dimensions, choice, now)
  }
}

/** What can turn out in several ways, in a fixed order. */
function dimensionsOf(root: FolderNode, granularity: number, seed: number): Dimensions {
  const names = new Map<FolderNode, Variants<ReadonlyMap<string, DiskNode>>>()
  const files = new Map<FileNode, Variants<Uint8Array>>()
  const visit = (node: DiskNode): void => {
    if (node.kind === 'file') {
      if (!files.has(node)) files.set(node, fileVariants(node, granularity, seed))
      return
    }
    if (names.has(node)) return
    names.set(node, nameVariants(node, seed))
    for (const inner of node.durableNames().values()) visit(inner)
    for (const change of node.pending()) if (change.kind !== 'remove') visit(change.node)
  }
  visit(root)
  return { names, files }
}

/** A number written with these bases. */
function digits(number: number, bases: readonly number[]): number[] {
  let left = number
  return bases.map((base) => {
    const digit = left % base
    left = Math.floor(left / base)
    return digit
  })
}

function built(
  root: FolderNode,
  dimensions: Dimensions,
  choice: readonly number[],
  now: number,
): CrashedFolder {
  const titles: string[] = []
  let place = 0
  const pick = <T>(variants: Variants<T>): T => {
    const { title, value } = variants.at(choice[place++] ?? 0)
    if (variants.count > 1) titles.push(title)
    return value
  }
  const tables = new Map([...dimensions.names].map(([node, variants]) => [node, pick(variants)] as const))
  const made = new Map<DiskNode, DiskNode>()
  for (const [node, variants] of dimensions.files) made.set(node, new FileNode(pick(variants), now))

  const rebuilt = (node: DiskNode): DiskNode => {
    const known = made.get(node)
    if (known !== undefined || node.kind === 'file') return known ?? node
    const names = [...(tables.get(node) ?? [])].map(([name, inner]) => [name, rebuilt(inner)] as const)
    const folder = new FolderNode(new Map(names))
    made.set(node, folder)
    return folder
  }
  const folder = rebuilt(root)
  return { title: titles.join('; ') || 'nothing lost', root: folder.kind === 'folder' ? folder : root }
}
