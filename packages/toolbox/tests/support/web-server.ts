import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedClient } from '@millrace/host'
import { createTools } from '@millrace/tools'
import { afterEach } from 'vitest'
import { webTools, type WebToolsOptions } from '../../src/web/web-tools.ts'
import type { WebOperations } from '../../src/web/operations.ts'
import { callsOn, type Call } from './calls.ts'

/** A server for one test, and the web tools on a network where it is open. */
export interface TestSite {
  readonly place: string
  readonly url: (path?: string) => string
  /** The requests that came, as `path`. */
  readonly requests: readonly string[]
  readonly web: WebOperations
  readonly call: Call
}

/** Makes servers for the tests of a file, each of which goes away behind its test. */
export function sites(): (listener: RequestListener, options?: WebToolsOptions) => Promise<TestSite> {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()))
  })
  return async (listener, options) => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      listener(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const web = guardedClient({ allow: [place] })
    return {
      place,
      url: (path = '/') => `http://${place}${path}`,
      requests,
      web,
      call: callsOn(createTools({ tools: webTools(web, options) })),
    }
  }
}

/** Answers everything with one body. */
export const answers =
  (contentType: string | undefined, body: string | Uint8Array, status = 200): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, contentType === undefined ? {} : { 'content-type': contentType })
      .end(body)
