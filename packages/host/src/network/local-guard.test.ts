import { describe, expect, test } from 'vitest'
import { localRefusal, type LocalRequest } from './local-guard.ts'

const token = 'a'.repeat(43)
const access = { hosts: ['127.0.0.1:4000', 'localhost:4000'], origins: ['http://127.0.0.1:4000'], token }
const good = { Host: '127.0.0.1:4000', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }

function judged(
  headers: Record<string, string | undefined>,
  method = 'POST',
  more: string[] = [],
): number | undefined {
  const all = Object.entries({ ...good, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value],
  )
  const request: LocalRequest = { method, rawHeaders: [...all, ...more] }
  return localRefusal(request, access)?.status
}

describe('a request to a server of this machine', () => {
  test.each([
    ['of a program', {}],
    ['to the other name', { Host: 'localhost:4000' }],
    ['of a page of the server itself', { Origin: 'http://127.0.0.1:4000', 'Sec-Fetch-Site': 'same-origin' }],
    ['that a person typed', { 'Sec-Fetch-Site': 'none' }],
    ['with a charset', { 'Content-Type': 'Application/JSON; charset=UTF-8' }],
    ['with a scheme in other letters', { Authorization: `bearer ${token}` }],
  ])('is served: %s', (_what, headers) => {
    expect(judged(headers)).toBeUndefined()
  })

  test.each<[string, number, Record<string, string | undefined>]>([
    ['no host', 403, { Host: undefined }],
    ['a foreign host', 403, { Host: 'evil.example:4000' }],
    ['a host without the port', 403, { Host: '127.0.0.1' }],
    ['another port', 403, { Host: '127.0.0.1:4001' }],
    ['a host that begins alike', 403, { Host: '127.0.0.1:4000.evil.example' }],
    ['a foreign origin', 403, { Origin: 'https://evil.example' }],
    ['an opaque origin', 403, { Origin: 'null' }],
    ['an empty origin', 403, { Origin: '' }],
    ['another program of this machine', 403, { Origin: 'http://127.0.0.1:5173' }],
    ['an origin of another scheme', 403, { Origin: 'https://127.0.0.1:4000' }],
    ['a page of another site', 403, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of the same site', 403, { 'Sec-Fetch-Site': 'same-site' }],
    ['no token', 401, { Authorization: undefined }],
    ['an empty token', 401, { Authorization: 'Bearer ' }],
    ['another token', 401, { Authorization: `Bearer ${'b'.repeat(43)}` }],
    ['a token that begins alike', 401, { Authorization: `Bearer ${token}a` }],
    ['a token of another scheme', 401, { Authorization: `Basic ${token}` }],
    ['a form', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', 415, { 'Content-Type': 'text/plain' }],
    ['two types in one', 415, { 'Content-Type': 'text/plain, application/json' }],
    ['no type', 415, { 'Content-Type': undefined }],
  ])('is refused with %s', (_what, status, headers) => {
    expect(judged(headers)).toBe(status)
  })

  test.each([
    ['Host', '127.0.0.1:4000'],
    ['Authorization', `Bearer ${token}`],
    ['origin', 'http://127.0.0.1:4000'],
    ['content-type', 'text/plain'],
  ])('is refused with a second %s', (name, value) => {
    expect(judged({ Origin: 'http://127.0.0.1:4000' }, 'POST', [name, value])).toBe(400)
  })

  test('needs no type where it has no body, and one where it has', () => {
    expect(judged({ 'Content-Type': undefined }, 'GET')).toBeUndefined()
    expect(judged({ 'Content-Type': undefined, 'Content-Length': '0' }, 'DELETE')).toBeUndefined()
    expect(judged({ 'Content-Type': undefined, 'Content-Length': '2' }, 'DELETE')).toBe(415)
    expect(judged({ 'Content-Type': undefined, 'Transfer-Encoding': 'chunked' }, 'GET')).toBe(415)
    expect(judged({ 'Content-Type': undefined }, 'PATCH')).toBe(415)
  })

  test('needs no token to read what is public, and nothing less of anything else', () => {
    const asked = (
      headers: Record<string, string>,
      method = 'GET',
      also: string[] = [],
    ): number | undefined => {
      const all = Object.entries({ Host: '127.0.0.1:4000', ...headers }).flat()
      return localRefusal({ method, rawHeaders: [...all, ...also] }, access, 'public')?.status
    }
    expect([asked({}), asked({}, 'HEAD'), asked({ 'Sec-Fetch-Site': 'none' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(asked({}, 'POST')).toBe(401)
    expect(asked({ Host: 'evil.example:4000' })).toBe(403)
    expect(asked({ Origin: 'null' })).toBe(403)
    expect(asked({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(asked({}, 'GET', ['host', '127.0.0.1:4000'])).toBe(400)
    expect(asked({}, 'GET', ['Sec-Fetch-Mode', 'navigate', 'sec-fetch-mode', 'cors'])).toBe(400)
    expect(asked({ 'Content-Length': '5' })).toBe(415)
  })

  test.each([
    ['as a tab', 'GET', 'navigate', 'document', undefined],
    ['as a frame', 'GET', 'navigate', 'iframe', 403],
    ['as a picture', 'GET', 'no-cors', 'image', 403],
    ['as a script', 'GET', 'no-cors', 'script', 403],
    ['by a form', 'POST', 'navigate', 'document', 403],
  ])(
    'may be led to what is public by another site only as a tab: %s',
    (_what, method, mode, dest, status) => {
      const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest }
      const rawHeaders = Object.entries({ Host: '127.0.0.1:4000', ...headers }).flat()
      expect(localRefusal({ method, rawHeaders }, access, 'public')?.status).toBe(status)
      expect(localRefusal({ method, rawHeaders }, access)?.status).toBe(403)
    },
  )

  test('is never served by a server without a secret', () => {
    const request = { method: 'GET', rawHeaders: ['Host', '127.0.0.1:4000', 'Authorization', 'Bearer '] }
    expect(localRefusal(request, { ...access, token: '' })?.status).toBe(401)
  })
})
