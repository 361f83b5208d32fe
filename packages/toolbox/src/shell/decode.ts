// A mark at the start of an output is a character of it like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes as text; what is not valid UTF-8 stands as U+FFFD. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
