import { HarnessError } from '@millrace/schema'

/** The languages in which the package can tell a model how to write a program. */
export type SdkLanguage = 'typescript' | 'python'

const languages: readonly string[] = ['typescript', 'python'] satisfies readonly SdkLanguage[]

/** Whether models can be told of a runtime's language. */
export function isSdkLanguage(language: string): language is SdkLanguage {
  return languages.includes(language)
}

/** @throws HarnessError (`UNKNOWN_RUNTIME_LANGUAGE`) for a language that no SDK can be written in. */
export function requireSdkLanguage(language: string): SdkLanguage {
  if (isSdkLanguage(language)) return language
  throw new HarnessError(
    'UNKNOWN_RUNTIME_LANGUAGE',
    `no SDK renderer registered for runtime language ${JSON.stringify(language)}`,
  )
}

/** The languages, as an error lists them. */
export const knownLanguages: string = languages.map((language) => JSON.stringify(language)).join(', ')
