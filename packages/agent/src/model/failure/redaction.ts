import { isRedactable, secretRedactor, shown } from '@millrace/protocol'

const redacted = '[redacted]'
/** What looks like a key, or names one, whoever it belongs to. */
const keyLike: readonly RegExp[] = [
  /\b(?:sk|pk|rk|key|ghp|gsk|xai|hf)[-_][A-Za-z0-9_*-]{6,}/g,
  /(?<=\b(?:bearer|basic)\s{1,8})[A-Za-z0-9+/=._~-]{6,}/gi,
  /(?<=\b(?:api[-_ ]?key|access[-_ ]?token|token|secret|password|x-api-key|authorization)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'&,;]{4,}/gi,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
]

/** Makes foreign words fit for a message: short, without anything that hides, and without keys. */
export type Safely = (text: string) => string

/** @param secrets - values that no message may hold. */
export function safely(secrets: readonly string[]): Safely {
  const { text: withoutSecrets } = secretRedactor(secrets.filter(isRedactable))
  return (text) =>
    shown(keyLike.reduce((words, pattern) => words.replace(pattern, redacted), withoutSecrets(text)))
}
