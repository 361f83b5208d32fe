/** Secrets of every make: tokens, passwords with marks, other scripts. */
export const canaries: readonly string[] = Array.from({ length: 25 }, (_, index) => {
  const token = `cnry${index}Zq${(index * 7919).toString(36)}`
  const makes = [
    token,
    `${token}/+=&<>"'`,
    `p ss "${token}" \\ 100%`,
    `${token}äß漢字😀`,
    `sk-${token}-${token}`,
  ]
  return makes[index % makes.length] ?? token
})

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The eight encodings in which a secret must not get anywhere. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => bytesOf(`u:${secret}`).toString('base64'),
  base64url: (secret) => bytesOf(`?${secret}`).toString('base64url'),
  url: (secret) => encodeURIComponent(secret),
  hex: (secret) => bytesOf(secret).toString('hex'),
  upperHex: (secret) => bytesOf(secret).toString('hex').toUpperCase(),
  json: (secret) =>
    secret.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  html: (secret) => secret.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark),
}

/** One secret in one encoding. */
export interface Spelled {
  readonly secret: string
  readonly encoding: string
  readonly spelling: string
}

/** Every secret in every encoding. */
export const spelled: readonly Spelled[] = canaries.flatMap((secret) =>
  Object.entries(encodings).map(([encoding, encode]) => ({ secret, encoding, spelling: encode(secret) })),
)

/** Which of the secrets a sink got after all, in any encoding. Characters of base64 that others decide, too, may stay. */
export function leaksOf(sink: unknown, all: readonly Spelled[] = spelled): string[] {
  const held = typeof sink === 'string' ? sink : (JSON.stringify(sink) ?? '')
  const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)
  return all
    .filter(({ spelling }) => {
      const core = spelling.replace(/=+$/, '').slice(4, -2)
      return held.includes(core) || held.includes(quoted(core))
    })
    .map(({ encoding, spelling }) => `${encoding}: ${spelling}`)
}
