import { isHarnessError, type JsonValue, type SecretRedactor } from '@millrace/protocol'
import type { CatalogueHost } from '@millrace/web'
import { WebError } from '../web-error.ts'

/**
 * The same catalogue, of which no answer and no error holds a configured secret: rules and their reasons are what somebody wrote
 * in a file, and descriptions, problems and errors of servers are what a program says that was given secrets.
 */
export function withoutSecrets(
  catalogue: CatalogueHost,
  redactor: SecretRedactor | undefined,
): CatalogueHost {
  if (redactor === undefined) return catalogue
  const told = <Asked extends readonly unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): ((...asked: Asked) => Promise<Answer>) => {
    return async (...asked) => {
      try {
        return answerWithout(await ask(...asked), redactor)
      } catch (error) {
        throw errorWithout(error, redactor)
      }
    }
  }
  return {
    tools: told(() => catalogue.tools()),
    call: told((tool, argumentsText) => catalogue.call(tool, argumentsText)),
    program: told((code) => catalogue.program(code)),
    sdk: told(() => catalogue.sdk()),
    servers: told(() => catalogue.servers()),
    restartServer: told((name) => catalogue.restartServer(name)),
    rules: told(() => catalogue.rules()),
    revokeGrant: told((id) => catalogue.revokeGrant(id)),
    testRules: told((call) => catalogue.testRules(call)),
    replayRules: told((request) => catalogue.replayRules(request)),
    setMode: told((mode) => catalogue.setMode(mode)),
  }
}

/** Answers are plain data, as they are sent as JSON. */
function answerWithout<T>(answer: T, redactor: SecretRedactor): T {
  return answer === undefined ? answer : (redactor.json(answer as JsonValue) as T)
}

/** Of other errors a page is told nothing. */
function errorWithout(error: unknown, redactor: SecretRedactor): unknown {
  if (!isHarnessError(error)) return error
  const { code, message } = error
  const hints = error instanceof WebError ? error.hints : []
  const told = { message: redactor.text(message), hints: hints.map((hint) => redactor.text(hint)) }
  const isSame = told.message === message && told.hints.every((hint, at) => hint === hints[at])
  return isSame ? error : new WebError(code, told.message, told.hints)
}
