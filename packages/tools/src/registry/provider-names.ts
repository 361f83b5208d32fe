/** What most model providers accept as the name of a function. */
const acceptable = /^[A-Za-z0-9_-]{1,64}$/
const longest = 64

/**
 * Names under which a provider with a narrower pattern than ours can be told of tools (contract R8): distinct,
 * at most 64 letters, digits, `_` and `-`. A name that fits stays as it is; any other is cleaned and ends in
 * a digest of the original, so that it is the same in every request.
 * @param names - distinct names of tools.
 * @returns the provider's name for each.
 */
export function providerNames(names: Iterable<string>): ReadonlyMap<string, string> {
  const originals = [...names]
  const taken = new Set(originals.filter((name) => acceptable.test(name)))
  const mapped = new Map<string, string>()
  for (const name of originals) mapped.set(name, taken.has(name) ? name : claim(name, taken))
  return mapped
}

/** A clean name that nobody has; the digest is salted until it is free. */
function claim(name: string, taken: Set<string>): string {
  for (let salt = 0; ; salt++) {
    const suffix = `_${digest(salt === 0 ? name : `${name}\n${salt}`)}`
    const candidate = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, longest - suffix.length) + suffix
    if (taken.has(candidate)) continue
    taken.add(candidate)
    return candidate
  }
}

/** FNV-1a, 32 bits, in hexadecimal: it only has to spread, not to resist an attack. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
