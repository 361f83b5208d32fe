import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

/** A server of this machine, for one test. */
export interface Listening {
  readonly origin: string
  close(): Promise<void>
}

/** Answers the requests to a free port of 127.0.0.1. */
export function listen(answer: (request: Request) => Response | Promise<Response>): Promise<Listening> {
  return new Promise((resolve) => {
    const own = { hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }
    const server = serve({ fetch: answer, ...own }, ({ port }) => {
      resolve({
        origin: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            ;(server as Server).closeAllConnections()
          }),
      })
    })
  })
}
