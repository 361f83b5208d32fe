import { FileError } from './file-error.ts'
import type { Place } from './reach.ts'

/**
 * A place that many calls share. Its descriptor is given back only when nobody uses it any more, as its number
 * would then mean another directory.
 */
export class Held {
  private readonly place: Place
  private readonly path: string
  private users = 0
  private readonly closed: Promise<void>
  private closing = false
  private announce: () => void = () => {}

  constructor(place: Place, path: string) {
    this.place = place
    this.path = path
    this.closed = new Promise((resolve) => {
      this.announce = resolve
    })
  }

  /** Works with the place, which stays until the work has ended. */
  async use<T>(work: (place: Place) => Promise<T>): Promise<T> {
    if (this.closing) throw new FileError('FS_CLOSED', this.path, 'is a directory that was closed before')
    this.users += 1
    try {
      return await work(this.place)
    } finally {
      this.users -= 1
      this.releaseWhenIdle()
    }
  }

  /** Refuses further use, and resolves when the place was let go. */
  close(): Promise<void> {
    if (!this.closing) {
      this.closing = true
      this.releaseWhenIdle()
    }
    return this.closed
  }

  private releaseWhenIdle(): void {
    if (!this.closing || this.users > 0) return
    this.place.release()
    this.announce()
  }
}
