import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { isHarnessError } from '../index.ts'
import { secretRedactor } from './secret-redactor.ts'
import { isLong } from '../../../../tests/support/effort.ts'

/** Secrets of every make: tokens, passwords with marks, other scripts, several lines. */
const canaries = Array.from({ length: 25 }, (_, index) => {
  const token = `cnry${index}Zq${(index * 7919).toString(36)}`
  const makes = [
    token,
    `${token}/+=&<>"'`,
    `p ss "${token}" \\ 100%`,
    `${token}äß漢字😀`,
    `-----BEGIN KEY-----\n${token}${token}MIIBOgIB\n-----END KEY-----`,
  ]
  return makes[index % makes.length] ?? token
})

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')
const percentAll = (text: string): string =>
  Array.from(bytesOf(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The eight encodings, each in its variants. */
const encodings: Record<string, (secret: string) => string[]> = {
  plain: (secret) => [secret],
  base64: (secret) => [0, 1, 2].map((pad) => bytesOf('u:'.slice(0, pad) + secret).toString('base64')),
  base64url: (secret) => [0, 1, 2].map((pad) => bytesOf('>?'.slice(0, pad) + secret).toString('base64url')),
  url: (secret) => [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['q', secret]]).toString(),
  ],
  percent: (secret) => [percentAll(secret), percentAll(secret).toUpperCase()],
  hex: (secret) => [bytesOf(secret).toString('hex'), bytesOf(secret).toString('hex').toUpperCase()],
  json: (secret) => [
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  html: (secret) => [
    secret.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark),
    Array.from(secret, (mark) => `&#x${mark.codePointAt(0)?.toString(16)};`).join(''),
    Array.from(secret, (mark) => `&#${mark.codePointAt(0)};`).join(''),
  ],
}

const spelled = canaries.flatMap((secret) =>
  Object.entries(encodings).flatMap(([encoding, encode]) =>
    encode(secret).map((spelling) => ({ secret, encoding, spelling })),
  ),
)

/** Passes bytes through a stream, cut where told. */
function streamed(secrets: readonly string[], bytes: Uint8Array, cuts: readonly number[]): Buffer {
  const stream = secretRedactor(secrets).stream()
  const bounds = [0, ...cuts, bytes.length]
  const pieces = bounds.slice(1).map((end, index) => stream.push(bytes.slice(bounds[index], end)))
  return Buffer.concat([...pieces, stream.end()])
}

/** What of a spelling may stay: characters of base64 that others decide, too. */
const isGone = (shown: string, spelling: string): boolean => {
  const middle = spelling.replace(/=+$/, '').slice(4, -2)
  return !shown.includes(spelling) && !shown.includes(middle)
}

describe('secretRedactor', () => {
  const redactor = secretRedactor(canaries)

  verifies(['security:D5'], 'finds every secret in every spelling within a text', () => {
    for (const { encoding, spelling } of spelled) {
      const shown = redactor.text(`before ${spelling} after`)
      expect({ encoding, spelling, gone: isGone(shown, spelling) }).toEqual({
        encoding,
        spelling,
        gone: true,
      })
      expect(shown).toMatch(/^before .{0,5}\[redacted\].{0,5} after$/s)
    }
  })

  verifies(
    ['security:D5'],
    'finds them wherever a stream is cut, and passes on what the text would be',
    () => {
      for (const { spelling } of spelled) {
        const text = `<${spelling}|${spelling}>`
        const bytes = bytesOf(text)
        const whole = redactor.text(text)
        const stream = redactor.stream()
        const single = [...bytes].map((byte) => stream.push(Uint8Array.of(byte)))
        expect(Buffer.concat([...single, stream.end()]).toString()).toBe(whole)
        for (let cut = 0; cut <= bytes.length; cut += isLong ? 1 : 5) {
          const cutStream = redactor.stream()
          const pieces = [
            cutStream.push(bytes.subarray(0, cut)),
            cutStream.push(bytes.subarray(cut)),
            cutStream.end(),
          ]
          expect(Buffer.concat(pieces).equals(bytesOf(whole))).toBe(true)
        }
      }
    },
  )

  verifies(['security:D5'], 'finds a spelling that is broken into lines, or only partly escaped', () => {
    const { text } = secretRedactor(['a-rather-long-secret/with+marks'])
    const encoded = bytesOf('a-rather-long-secret/with+marks').toString('base64')
    expect(text(encoded.replace(/.{16}/g, '$&\n'))).toBe('[redacted]')
    expect(text(encoded.replace(/.{16}/g, '$&\r\n'))).toBe('[redacted]')
    expect(text('x a%2Drather-long%2dsecret/with%2Bmarks y')).toBe('x [redacted] y')
    expect(text('x a-rather\\u002dlong-secret\\/with+marks y')).toBe('x [redacted] y')
    expect(text('%%a-rather-long-secret/with+marks%2')).toBe('%%[redacted]%2')
    expect(text('\\\\a-rather-long-secret/with+marks\\')).toBe('\\\\[redacted]\\')
  })

  verifies(['security:D5'], 'finds each long line of a key by itself', () => {
    const { text } = secretRedactor(['-----BEGIN KEY-----\nMIIBOgIBAAJBAKj34GkxFhD9\n-----END KEY-----\n'])
    expect(text('-----BEGIN KEY-----\n2\tMIIBOgIBAAJBAKj34GkxFhD9\n')).toBe(
      '-----BEGIN KEY-----\n2\t[redacted]\n',
    )
  })

  test('secrets that overlap become one mark, and nothing of either stays', () => {
    const { text } = secretRedactor(['abcdef', 'defghi', 'abcdefghijkl'])
    expect(text('-abcdefghi-')).toBe('-[redacted]-')
    expect(text('-abcdefghijkl-')).toBe('-[redacted]-')
    expect(text('-abcdefabcdef-')).toBe('-[redacted][redacted]-')
  })

  test('an endless secret does not gather in the memory of a stream', () => {
    const stream = secretRedactor(['aaaaaaaa']).stream()
    const passed = Array.from({ length: 1000 }, () => stream.push(bytesOf('a'.repeat(1000))).length)
    expect(passed.reduce((sum, length) => sum + length, 0)).toBe('[redacted]'.length)
    expect(stream.end()).toHaveLength(0)
  })

  test('a secret that nothing can make longer is passed on at once', () => {
    const stream = secretRedactor(['secret-of-mine', 'another-secret', 'secret-of-mine-and-yours']).stream()
    expect(Buffer.from(stream.push(bytesOf('x another-secret'))).toString()).toBe('x [redacted]')
    expect(Buffer.from(stream.push(bytesOf('y secret-of-mine'))).toString()).toBe('y ')
    expect(Buffer.from(stream.push(bytesOf('-and-'))).toString()).toBe('')
    expect(Buffer.from(stream.push(bytesOf('me'))).toString()).toBe('[redacted]-and-me')
  })

  test('line ends without end are passed on', () => {
    const stream = secretRedactor(['secret-of-mine']).stream()
    const start = stream.push(bytesOf('secret-of'))
    expect(start).toHaveLength(0)
    const lines = Array.from({ length: 100 }, () => stream.push(bytesOf('\n\n')).length)
    expect(lines.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(190)
  })

  test('a secret that is too short is refused without being named', () => {
    for (const short of ['', '   ', 'hunt2', ' 12345\n']) {
      const attempt = (): unknown => secretRedactor(['long enough', short])
      expect(attempt).toThrow(/secret 2 of 2 has \d characters .* needs at least 6/)
      try {
        attempt()
      } catch (error) {
        expect(isHarnessError(error) && error.code).toBe('SECRET_TOO_SHORT')
        if (short.trim() !== '') expect(String(error)).not.toContain(short.trim())
      }
    }
  })

  test('without secrets nothing is touched', () => {
    const chunk = bytesOf('anything')
    const none = secretRedactor([])
    expect(none.text('anything')).toBe('anything')
    expect(none.json(chunk.length)).toBe(8)
    expect(none.stream().push(chunk)).toBe(chunk)
  })
})

describe('json', () => {
  const { json } = secretRedactor(['hunter22', '987654321'])

  verifies(['security:D5'], 'redacts texts, names and numbers at any depth', () => {
    const given = {
      a: ['x hunter22 y', 1, null],
      hunter22: true,
      'hunter22!': { n: 987654321 },
      '[redacted]': 0,
    }
    expect(json(given)).toEqual({
      a: ['x [redacted] y', 1, null],
      '[redacted]': true,
      '[redacted]!': { n: '[redacted]' },
      '[redacted] (2)': 0,
    })
  })

  test('returns the very same value where it holds no secret', () => {
    const given = { a: ['x', { b: false }], c: 1.5, d: {}, e: [] }
    expect(json(given)).toBe(given)
    const partly = { same: given, other: 'hunter22' }
    expect(json(partly)).toEqual({ same: given, other: '[redacted]' })
    expect((json(partly) as typeof partly).same).toBe(given)
  })

  test('takes a value of any depth', () => {
    let deep: ReturnType<typeof json> = 'hunter22'
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep }
    let shown = json(deep)
    while (typeof shown === 'object' && shown !== null) shown = Object.values(shown)[0] ?? null
    expect(shown).toBe('[redacted]')
  })

  test('keeps a member called __proto__', () => {
    const given = JSON.parse('{"__proto__":"hunter22","a":1}') as ReturnType<typeof json>
    expect(JSON.stringify(json(given))).toBe('{"__proto__":"[redacted]","a":1}')
  })
})

describe('what holds no secret', () => {
  const secrets = ['Kj3-Wq9x/Zt7+Vb1', 'another secret, 漢字😀 and "marks"']
  const redactor = secretRedactor(secrets)
  const cut = fc.array(fc.nat(400), { maxLength: 6 }).map((cuts) => cuts.toSorted((a, b) => a - b))

  verifies(['security:D5'], 'comes out unchanged, unit for unit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff)), (units) => {
        const text = String.fromCharCode(...units)
        expect(redactor.text(text)).toBe(text)
      }),
    )
  })

  verifies(['security:D5'], 'comes out of a stream byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cut, (bytes, cuts) => {
        const within = cuts.map((each) => Math.min(each, bytes.length))
        expect(streamed(secrets, bytes, within).equals(bytes)).toBe(true)
      }),
    )
  })

  verifies(['security:D5'], 'and neither do beginnings, escapes and ends of secrets change', () => {
    const spellings = secrets.flatMap((secret) =>
      Object.values(encodings).flatMap((encode) => encode(secret)),
    )
    const begun = fc
      .tuple(fc.constantFrom(...spellings), fc.nat(5))
      .map(([spelling, length]) => spelling.slice(0, length))
    const piece = fc.oneof(begun, fc.constantFrom('%', '\\', '&', '\n', '\r\n', '%2', '\\u00', '&#x', ';'))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), cut, (pieces, cuts) => {
        const text = pieces.map((each) => `${each}~`).join('')
        expect(redactor.text(text)).toBe(text)
        const bytes = bytesOf(text)
        const within = cuts.map((each) => Math.min(each, bytes.length))
        expect(streamed(secrets, bytes, within).equals(bytes)).toBe(true)
      }),
    )
  })

  test('a stream and a text agree, whatever the pieces', () => {
    const spellings = secrets.flatMap((secret) =>
      Object.values(encodings).flatMap((encode) => encode(secret)),
    )
    const piece = fc.oneof(
      fc.constantFrom(...spellings),
      fc.constantFrom('%', '\\', '&', '\n', '%2', ''),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), cut, (pieces, cuts) => {
        const text = pieces.join('')
        const bytes = bytesOf(text)
        const within = cuts.map((each) => Math.min(each, bytes.length))
        expect(streamed(secrets, bytes, within).toString()).toBe(redactor.text(bytes.toString()))
      }),
    )
  })
})
