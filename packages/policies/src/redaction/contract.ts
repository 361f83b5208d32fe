import type { JsonValue, SecretRedactor } from '@millrace/protocol'
import type { ToolExecution } from '@millrace/tools'

/** Takes secrets out of whatever is shown, logged, measured or sent to a model, as `ctx.redaction`. */
export interface Redaction extends SecretRedactor {
  /**
   * The arguments of a call as they may be shown or stored: without what the tool declares as `secrets`, and without
   * the configured secrets. `null` for a call whose arguments could not be read.
   */
  argumentsOf(execution: Readonly<ToolExecution>): JsonValue
  /**
   * Further values to take out from now on, such as a token that was just obtained.
   * @throws HarnessError `SECRET_TOO_SHORT`, and none of them is taken out then.
   */
  readonly add: (values: readonly string[]) => void
}

/** What is secret. */
export interface RedactionConfig {
  /**
   * The values themselves, each of at least 6 characters; white space around them does not count. From wherever the
   * operator keeps them, such as the provider keys of the runtime.
   */
  readonly values: readonly string[]
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Takes secrets out of texts and values; there where the redaction policy is. */
    redaction: Redaction
  }
}
