/** What several callers wait for together: it goes on for as long as one of them still wants it. */
interface Shared {
  readonly answer: Promise<boolean>
  readonly controller: AbortController
  waiting: number
}

/** Questions that several callers ask at the same time in the same words; each is put once. */
export class SharedQuestions {
  private readonly open = new Map<string, Shared>()

  /**
   * Joins the question of this key, or puts it.
   * @param put - puts the question; its signal aborts once nobody waits any more. Must not reject.
   * @returns false as soon as the caller's own signal aborts.
   */
  async ask(
    key: string,
    signal: AbortSignal,
    put: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> {
    if (signal.aborted) return false
    const shared = this.open.get(key) ?? this.begin(key, put)
    shared.waiting += 1
    try {
      return await answerOrAbort(shared.answer, signal)
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0) {
        if (this.open.get(key) === shared) this.open.delete(key)
        shared.controller.abort()
      }
    }
  }

  private begin(key: string, put: (signal: AbortSignal) => Promise<boolean>): Shared {
    const controller = new AbortController()
    const shared: Shared = { answer: put(controller.signal), controller, waiting: 0 }
    this.open.set(key, shared)
    return shared
  }
}

function answerOrAbort(answer: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (said: boolean): void => {
      signal.removeEventListener('abort', stop)
      resolve(said && !signal.aborted)
    }
    const stop = (): void => done(false)
    signal.addEventListener('abort', stop, { once: true })
    void answer.then(done, () => done(false))
  })
}
