/** What a connection bears of a server, whatever it sends. */
export const connectionLimits = {
  /** Bytes of one message, and of one body or event by HTTP, decoded. */
  messageBytes: 16 * 1024 * 1024,
  /** Bytes that may wait for a server that does not read its input. */
  waitingBytes: 64 * 1024 * 1024,
  /** Messages in one batch. */
  batch: 100,
  /** Requests of the server that wait for their answer; further ones are dropped. */
  requests: 64,
  /** Questions to the person at once. */
  questions: 3,
  /** Pages of a list of tools. */
  pages: 64,
  /** Tools of a server. */
  tools: 5000,
  /** Bytes of a list of tools, as JSON. */
  listBytes: 8 * 1024 * 1024,
  /** UTF-16 units of the name of a tool. */
  nameLength: 512,
  /** UTF-16 units of the instructions of a server. */
  instructionsLength: 16 * 1024,
  /** UTF-16 units of one line of the log. */
  lineLength: 2000,
} as const

/** Milliseconds of the settings of a server where it says nothing. */
export const usualTimes = { idle: 60_000, start: 30_000 } as const
