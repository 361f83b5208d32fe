import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { pageHeaders } from '../http/security-headers.ts'

/** The files of a page: their bytes by the paths at which they are asked for, such as `/assets/index-1a2b3c.js`. */
export type PageContents = ReadonlyMap<string, Uint8Array>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Types that are compressed already. */
const dense: ReadonlySet<string> = new Set(['.png', '.woff2'])

const compressions = {
  br: (bytes: Uint8Array): Promise<Uint8Array> =>
    // The best quality takes a second for a large script; this one is within a few percent of it.
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes),
}

type Coding = keyof typeof compressions

/** Serves the files of the page: those that were there at the start, by their exact paths alone. */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>

  constructor(contents: PageContents) {
    this.#files = new Map([...contents].map(([path, bytes]) => [path, new PageFile(path, bytes)]))
  }

  /** All paths that there are. */
  get paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** Whether a request asks for one of the files. */
  has({ url = '' }: IncomingMessage): boolean {
    return this.#files.has(url)
  }

  /** Answers a request for one that there is. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#files.get(request.url ?? '')?.serve(request, response)
  }
}

class PageFile {
  readonly #bytes: Uint8Array
  readonly #isDense: boolean
  readonly #headers: Readonly<Record<string, string>>
  readonly #etag: string
  readonly #compressed = new Map<Coding, Promise<Uint8Array>>()

  constructor(path: string, bytes: Uint8Array) {
    this.#bytes = bytes
    const extension = path === '/' ? '.html' : extname(path)
    this.#isDense = dense.has(extension)
    this.#etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    this.#headers = {
      ...pageHeaders,
      'Content-Type': types[extension] ?? 'application/octet-stream',
      // Names of assets change with what is in them.
      'Cache-Control': path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
      ETag: this.#etag,
      Vary: 'Accept-Encoding',
    }
  }

  async serve({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (headers['if-none-match'] === this.#etag) {
      response.writeHead(304, this.#headers).end()
      return
    }
    const coding = this.#isDense ? undefined : codingIn(headers['accept-encoding'])
    const bytes = coding === undefined ? this.#bytes : await this.#compress(coding)
    const encoding = coding !== undefined && { 'Content-Encoding': coding }
    response.writeHead(200, { ...this.#headers, ...encoding, 'Content-Length': bytes.byteLength })
    response.end(bytes)
  }

  #compress(coding: Coding): Promise<Uint8Array> {
    const found = this.#compressed.get(coding) ?? compressions[coding](this.#bytes)
    this.#compressed.set(coding, found)
    return found
  }
}

/** The best coding that a client takes. */
function codingIn(accepted: string | string[] | undefined): Coding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .flatMap((part) => {
      const [name = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return Number(weight ?? 1) > 0 ? [name] : []
    })
  return (['br', 'gzip'] as const).find((coding) => names.includes(coding))
}
