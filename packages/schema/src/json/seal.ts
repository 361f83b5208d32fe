/** Hands its argument back from the constructor, so that a subclass installs its private field on it. */
class Returned {
  constructor(container: object) {
    return container
  }
}

/**
 * A private field is a mark that neither reflection nor a Proxy can see, copy or forge; unlike a WeakSet it
 * costs the garbage collector nothing.
 */
class Seal extends Returned {
  readonly #sealed = true

  static holds(value: object): boolean {
    return #sealed in value
  }
}

/** Marks a container as deeply frozen lossless JSON made here, and freezes it; what it holds must be so too. */
export function seal(container: object): void {
  new Seal(container)
  Object.freeze(container)
}

/** Whether this very object was sealed; a Proxy around it was not. */
export const isSealed = (value: object): boolean => Seal.holds(value)
