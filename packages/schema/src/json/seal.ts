/** Hands its argument back from the constructor, so that a subclass installs its private field on it. */
export class Returned {
  constructor(container: object) {
    return container
  }
}

/**
 * A private field is a mark that neither reflection nor a Proxy can see, copy or forge; it takes about 30 ns,
 * where an entry in a WeakSet takes 420 ns and keeps the garbage collector busy.
 */
class Seal extends Returned {
  // oxlint-disable-next-line no-unused-private-class-members -- its presence is the mark
  readonly #sealed = true

  static holds(value: object): boolean {
    return #sealed in value
  }
}

/**
 * Marks a container as deeply frozen lossless JSON made here, once. That must be true of all that it holds, too,
 * unless nobody else can get hold of it until it is.
 */
export function seal<T extends object>(container: T): T {
  new Seal(container)
  return container
}

/** Whether this very object was sealed; a Proxy around it was not. */
export const isSealed = (value: object): boolean => Seal.holds(value)
