/** Counts the steps of matching, so that long work shows by what it costs; one step is a comparison or so. */
export class MatchWork {
  steps = 0
  private readonly most: number

  /** @param most - the steps after which `isSpent` is true, and whoever asks gives up. */
  constructor(most = Infinity) {
    this.most = most
  }

  /** Whether no more steps are left. */
  get isSpent(): boolean {
    return this.steps >= this.most
  }
}
