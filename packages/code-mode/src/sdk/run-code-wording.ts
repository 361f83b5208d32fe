import { HarnessError, snapshotJsonValue, type ObjectJsonSchema } from '@millrace/schema'
import { isSdkLanguage, knownLanguages, type SdkLanguage } from './language.ts'

/** What a model is told of `run_code` itself. */
export interface RunCodeWording {
  readonly description: string
  /** The schema of its arguments: `code` and `description`, both required; other keys are let through. */
  readonly parameters: ObjectJsonSchema
}

/**
 * The wording of `run_code` for the language of a runtime; that of TypeScript where no runtime is there yet. The same object
 * for the same language.
 * @throws HarnessError (`UNKNOWN_RUNTIME_LANGUAGE`) for a language that the package has no words for.
 */
export function runCodeWording(language: string = 'typescript'): RunCodeWording {
  if (isSdkLanguage(language)) return wordings[language]
  throw new HarnessError(
    'UNKNOWN_RUNTIME_LANGUAGE',
    `no run_code schema flavor registered for runtime language ${JSON.stringify(language)} (known: ${knownLanguages})`,
  )
}

/** The rule for prompts of scopes in which a model can call nothing else. */
export function codeOnlyRule(language: string = 'typescript'): string {
  const how = language === 'python' ? 'await tools.name({"key": value})' : 'await tools.name({ key: value })'
  return (
    '`run_code` is the only tool you can call directly. Every other tool, whatever this prompt says of it, is called ' +
    `from inside a \`run_code\` program, as \`${how}\`; a direct call of its name is refused.`
  )
}

const typescript =
  'Execute a TypeScript program that calls tools. `code` is the BODY of an async function: `await` and `return` work at its ' +
  'top level, all TypeScript syntax is accepted, and nothing can be imported. Call tools as ' +
  '`await tools.name({ ... })`. Only what the program returns or prints comes back, so pick out what you need in the ' +
  'program, and do the work of many calls in one. `description` says in a few words what the program does.'

const python =
  'Execute a Python program that calls tools. `code` is the BODY of an async function: top-level `await` works, and the ' +
  'program ends with `return <value>`. Call tools as `await tools.name({"key": value})`. Only what the program returns or ' +
  'prints comes back, so pick out what you need in the program, and do the work of many calls in one. `description` says in ' +
  'a few words what the program does.'

const wordings: Readonly<Record<SdkLanguage, RunCodeWording>> = {
  typescript: wording(typescript, 'TypeScript'),
  python: wording(python, 'Python'),
}

function wording(description: string, language: string): RunCodeWording {
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', description: `The program: the body of an async ${language} function.` },
      description: {
        type: 'string',
        description: 'What the program does, in a few words, for the person who watches.',
      },
    },
    required: ['code', 'description'],
  }
  return { description, parameters: snapshotJsonValue(schema) as unknown as ObjectJsonSchema }
}
