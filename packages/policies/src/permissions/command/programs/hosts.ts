const address =
  /^(?:(?:https?|ftps?|ssh|git|git\+ssh|git\+https):\/\/)?(?:[\w.-]+@)?([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(:\d{1,5})?(?:[/?#][^\s\\[\]{}@]*)?$/

/** The machine that an address means, as `host` or `host:port`; `undefined` where readers of addresses might disagree. */
export function hostOf(text: string): string | undefined {
  const found = address.exec(text)
  return found?.[1] === undefined ? undefined : found[1].toLowerCase() + (found[2] ?? '')
}

/** Whether a word is an address with a scheme. */
export function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}
