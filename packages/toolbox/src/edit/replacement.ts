/** One replacement, as it was asked for. */
export interface Replacement {
  readonly oldText: string
  readonly newText: string
  /** Whether all places are replaced. One place is expected unless set. */
  readonly replaceAll?: boolean
}
