import type { Disk, DiskFacts } from '@millrace/host'
import type { KnownEvents } from './event-shapes.ts'
import { glanceAt, type Glance } from './summary.ts'

/** Those that were looked at longest ago are forgotten first. */
const most = 2_000

interface Seen {
  readonly facts: DiskFacts
  readonly glance: Glance
}

/** Sessions at a glance: a log is read once for each size and time that its file has. */
export class Glances {
  private readonly disk: Disk
  private readonly known: KnownEvents
  private readonly seen = new Map<string, Seen>()

  constructor(disk: Disk, known: KnownEvents) {
    this.disk = disk
    this.known = known
  }

  /**
   * @param facts - of its file, found before this is called: what is written meanwhile gives it others.
   * @throws SessionError where the log cannot be read.
   */
  async of(id: string, facts: DiskFacts): Promise<Glance> {
    const { size, modifiedAt } = facts
    const before = this.seen.get(id)
    const isSame = before?.facts.size === size && before.facts.modifiedAt === modifiedAt
    const glance = isSame ? before.glance : await glanceAt(this.disk, { id, modifiedAt, known: this.known })
    this.seen.delete(id)
    this.seen.set(id, { facts, glance })
    const [oldest] = this.seen.keys()
    if (this.seen.size > most && oldest !== undefined) this.seen.delete(oldest)
    return glance
  }
}
