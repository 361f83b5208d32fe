import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { answers, sites } from './support/web-server.ts'

const site = sites()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

interface Fetched {
  readonly code: string | undefined
  readonly text: string
  readonly page: { readonly text: string; readonly invalid?: true } | undefined
}

async function fetchOf(contentType: string | undefined, body: string | Uint8Array): Promise<Fetched> {
  const { call, url } = await site(answers(contentType, body))
  const called = await call('web_fetch', { url: url() })
  const page = called.result.isError ? undefined : (called.value as { text: string; invalid?: true })
  return { code: called.code, text: called.text, page }
}

describe('the charset of a page', () => {
  // 中文 in GBK, 日本 in Shift_JIS.
  for (const [title, contentType, body, expected] of [
    ['of the header', 'text/plain; charset=GBK', bytes('d6d0cec4'), '中文'],
    ['of the header in quotes', 'text/plain; charset="gbk"; x=y', bytes('d6d0cec4'), '中文'],
    [
      'of the header before that of the page',
      'text/html; charset=gbk',
      Buffer.concat([Buffer.from('<meta charset=shift_jis>'), bytes('d6d0cec4')]),
      '中文',
    ],
    [
      'of the page itself',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset="Shift_JIS"><p>'), bytes('93fa967b')]),
      '日本',
    ],
    [
      'of the page, the old way',
      'text/html',
      Buffer.concat([
        Buffer.from('<META http-equiv=Content-Type content="text/html; charset=gbk">'),
        bytes('d6d0cec4'),
      ]),
      '中文',
    ],
    [
      'of an XML declaration',
      'application/xml',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="gbk"?>'), bytes('d6d0cec4')]),
      '<?xml version="1.0" encoding="gbk"?>中文',
    ],
    ['of a mark, little end first', 'text/plain', bytes('fffe2d4e8765'), '中文'],
    ['of a mark, big end first', 'text/html', bytes('feff4e2d6587'), '中文'],
    ['of a mark of UTF-8', 'text/plain', Buffer.from('\ufeff中文'), '中文'],
    [
      'of a header that leaves the order to the mark',
      'text/plain; charset=utf-16',
      bytes('feff4e2d6587'),
      '中文',
    ],
    ['of a header without a mark', 'text/plain; charset=utf-16be', bytes('4e2d6587'), '中文'],
    [
      'latin1 is what browsers take for it',
      'text/plain; charset=latin1',
      bytes('9341948081'),
      '\u201cA\u201d€\u0081',
    ],
    ['where nothing names one is UTF-8', 'text/html', Buffer.from('中文'), '中文'],
    [
      'is UTF-8 where the page names none that is known',
      'text/html',
      Buffer.from('<meta charset=utf8mb4>中文'),
      '中文',
    ],
    [
      'is not UTF-16 where the page says so itself',
      'text/html',
      Buffer.from('<meta charset=utf-16>中文'),
      '中文',
    ],
  ] as const) {
    verifies(['fault:B124'], title, async () => {
      expect((await fetchOf(contentType, body)).page).toMatchObject({ text: expected })
      expect((await fetchOf(contentType, body)).page).not.toHaveProperty('invalid')
    })
  }

  verifies(['fault:B124'], 'that is not known is an error', async () => {
    const { code, text } = await fetchOf('text/plain; charset=bo\u00adgus', 'x')
    expect(code).toBe('WEB_UNKNOWN_CHARSET')
    expect(text).toContain('"bo\\u{ad}gus"')
  })

  verifies(['fault:B124'], 'that is not honoured by the bytes is told', async () => {
    const { page, text } = await fetchOf(
      'text/html',
      Buffer.concat([Buffer.from(`<p>${'words '.repeat(9)}`), bytes('d6d0')]),
    )
    expect(page).toMatchObject({ invalid: true })
    expect(text).toContain('some bytes are not valid text and stand as U+FFFD')
  })

  verifies(['fault:B124', 'fault:B125'], 'that turns nearly everything into U+FFFD is an error', async () => {
    const { code, text } = await fetchOf('text/plain', Buffer.alloc(300, bytes('d6d0cec4')))
    expect(code).toBe('WEB_UNSUPPORTED_CONTENT_TYPE')
    expect(text).toContain('names no charset, and is not UTF-8')
    expect(text).not.toContain('\ufffd')
  })

  test('outside of the first 1,024 bytes of a page is not looked for', async () => {
    const body = Buffer.concat([
      Buffer.from(`${' '.repeat(1024)}<meta charset=gbk>${'words '.repeat(9)}`),
      bytes('d6d0'),
    ])
    expect((await fetchOf('text/html', body)).page).toMatchObject({ invalid: true })
  })
})

describe('the kind of an answer', () => {
  for (const [title, contentType, body, told] of [
    ['a PDF', 'application/pdf', '%PDF-1.7 \0 x', 'application/pdf is no text'],
    ['bytes', 'application/octet-stream', 'only text', 'application/octet-stream is no text'],
    ['a picture that is none', 'image/png', '<svg>', 'image/png is no text'],
    ['a picture of another kind', 'image/gif', png, 'image/gif is no text'],
    ['a picture called text', 'text/plain', png, 'it is called text/plain, but its bytes say PNG picture'],
    [
      'a PDF called a page',
      'text/html',
      '%PDF-1.7',
      'it is called text/html, but its bytes say PDF document',
    ],
    ['bytes called text', 'text/plain; charset=utf-8', 'a\0b', 'but its bytes say binary data'],
    ['sound', 'audio/mpeg', 'ID3', 'audio/mpeg is no text'],
    ['what names no type', undefined, 'text', 'look for another address of the same content'],
    ['what names nonsense', 'nonsense', 'text', 'the answer names no content type'],
  ] as const) {
    verifies(['fault:B125'], `of ${title} is an error that names it, without its bytes`, async () => {
      const { code, text } = await fetchOf(contentType, body)
      expect(code).toBe('WEB_UNSUPPORTED_CONTENT_TYPE')
      expect(text).toContain(told)
      expect(text).toContain(`${Buffer.byteLength(body)} bytes`)
    })
  }

  test('of a picture shows it', async () => {
    const { call, url } = await site(answers('image/png', png))
    const { value, result, text, resultView } = await call('web_fetch', { url: url() })
    expect(value).toMatchObject({ kind: 'image', mimeType: 'image/png', size: png.length })
    expect(result.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: png.toString('base64') })
    expect(text).toContain(`[picture from ${url()}: image/png, ${png.length} bytes]`)
    expect(resultView).toBeUndefined()
  })

  test('of a picture that a model cannot take is an error', async () => {
    const wide = Buffer.from(png)
    wide.writeUInt32BE(9000, 16)
    for (const body of [wide, Buffer.concat([png, Buffer.alloc(4_000_000)])]) {
      expect((await fetchOf('image/png', body)).text).toContain(
        'the picture is over 3932160 bytes or 8000 pixels',
      )
    }
  })

  verifies(['fault:B125'], 'of an empty answer is an empty text', async () => {
    for (const [status, type] of [
      [204, undefined],
      [200, 'application/pdf'],
      [304, undefined],
    ] as const) {
      const { call, url } = await site(answers(type, '', status))
      const { value, text } = await call('web_fetch', { url: url() })
      expect(value).toMatchObject({ statusCode: status, text: '', totalChars: 0 })
      expect(text).toBe(`[from ${url()}${status === 200 ? '' : `, status ${status}`}; the body is empty]`)
    }
  })

  verifies(['fault:B125'], 'of a server that only knows HEAD is its refusal', async () => {
    const { call, url } = await site((request, response) =>
      request.method === 'HEAD' ? response.end() : response.writeHead(405, { allow: 'HEAD' }).end(),
    )
    expect((await call('web_fetch', { url: url() })).value).toMatchObject({ statusCode: 405, text: '' })
  })
})
