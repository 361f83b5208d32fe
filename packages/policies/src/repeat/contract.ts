/** When repeated calls are spoken of. */
export interface RepeatConfig {
  /** The same calls with the same outcome from which on the model is told. 3 unless given, at least 2. */
  readonly after?: number
  /** Different calls that are remembered for each agent; of more, those made longest ago are forgotten. 64 unless given. */
  readonly remembered?: number
}
