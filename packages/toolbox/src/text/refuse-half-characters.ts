import { ToolArgsError } from '@millrace/schema'

/** @throws ToolArgsError for a text that no encoding can hold, as it has half of a character in it. */
export function refuseHalfCharacters(name: string, text: string): void {
  if (text.isWellFormed()) return
  const at = /\p{Surrogate}/u.exec(text)?.index ?? 0
  throw new ToolArgsError([
    `"${name}" has half of a character at position ${at}, a surrogate without its pair; write the whole character`,
  ])
}
