/** What was agreed to of one tool. */
export interface Pin {
  /** SHA-256, in hex, of the canonical JSON of the whole definition. */
  readonly fingerprint: string
  /** The parts that a person is told of when they change, as they were; long ones cut. */
  readonly parts: Readonly<Record<string, string>>
}

/** Where it is kept what was agreed to. A server is known by its name and by how it is launched or reached. */
export interface PinStore {
  /** The pins of a server by the public names of its tools, without `mcp__server__`; `undefined` where it was never seen. */
  read(server: string): Promise<ReadonlyMap<string, Pin> | undefined>
  write(server: string, pins: ReadonlyMap<string, Pin>): Promise<void>
}
