import { SearchWorker } from './search-worker.ts'

/** Milliseconds that an unused worker is kept warm. */
const idleMs = 10_000

/** How many unused workers are kept. */
const mostIdle = 2

/** Workers that are kept for the next search; a search takes one for itself. */
export class WorkerPool {
  private readonly idle: { worker: SearchWorker; timer: NodeJS.Timeout }[] = []

  /** A worker for the caller alone. */
  take(): SearchWorker {
    for (let kept = this.idle.pop(); kept !== undefined; kept = this.idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.worker.isAlive) return kept.worker
    }
    return new SearchWorker()
  }

  /** Takes a worker back that has nothing left to do. */
  giveBack(worker: SearchWorker): void {
    if (!worker.isAlive) return
    if (this.idle.length >= mostIdle) {
      void worker.stop()
      return
    }
    const timer = setTimeout(() => {
      const index = this.idle.findIndex((kept) => kept.worker === worker)
      if (index >= 0) this.idle.splice(index, 1)
      void worker.stop()
    }, idleMs)
    timer.unref()
    this.idle.push({ worker, timer })
  }
}
