import type { ServerResponse } from 'node:http'
import type { SendMessage, StartedSession, StartSession } from '../../wire/sessions.ts'
import { record, words } from '../http/shape.ts'
import { WorkbenchError } from '../http/workbench-error.ts'
import { SessionViewer } from '../streams/session-viewer.ts'
import type { ApiRoute, RouteRequest } from './route.ts'

const longestSearch = 500

const nothing = record<object>({})
const prompt = record<StartSession>({ prompt: words })
const message = record<SendMessage>({ text: words })

/** The sessions and what can be done with them. */
export const sessionRoutes: readonly ApiRoute[] = [
  { name: 'sessions', method: 'GET', path: '/api/sessions', answer: ({ host }) => host.sessions.list() },
  {
    name: 'find in sessions',
    method: 'GET',
    path: '/api/sessions/found',
    answer: ({ host, query, signal }) => {
      const wanted = query('words')?.trim() ?? ''
      if (wanted === '' || wanted.length > longestSearch)
        throw new WorkbenchError(
          'BAD_REQUEST',
          `"words" must be 1 to ${longestSearch} characters to look for`,
        )
      return host.sessions.search(wanted, signal)
    },
  },
  {
    name: 'start session',
    method: 'POST',
    path: '/api/sessions',
    answer: async ({ host, body }) => started(await host.sessions.start((await body(prompt)).prompt)),
  },
  { name: 'watch session', method: 'GET', path: '/api/sessions/:id/stream', stream: watch },
  {
    name: 'send message',
    method: 'POST',
    path: '/api/sessions/:id/messages',
    answer: async ({ host, param, body }) => {
      const { text } = await body(message)
      return host.sessions.send(sessionId(param), text)
    },
  },
  {
    name: 'go on',
    method: 'POST',
    path: '/api/sessions/:id/go-on',
    answer: async ({ host, param, body }) => {
      await body(nothing)
      await host.sessions.goOn(sessionId(param))
    },
  },
  {
    name: 'interrupt',
    method: 'POST',
    path: '/api/sessions/:id/interrupt',
    answer: async ({ host, param, body }) => {
      await body(nothing)
      await host.sessions.interrupt(sessionId(param))
    },
  },
  {
    name: 'value of a call',
    method: 'GET',
    path: '/api/sessions/:id/calls/:callId/value',
    answer: ({ host, param }) => host.sessions.value(sessionId(param), param('callId')),
  },
]

/** Where something new can be watched. */
export function started(id: string): StartedSession {
  return { id }
}

async function watch(request: RouteRequest, response: ServerResponse): Promise<void> {
  const id = sessionId(request.param)
  const after = place(request.query('after'))
  const seat = request.seats.take()
  try {
    const { feed, leave } = await request.feeds.join(id)
    const viewer = new SessionViewer(feed, seat.open(response), after, request.warn)
    void viewer.run().finally(() => {
      leave()
      seat.release()
    })
  } catch (error) {
    seat.release()
    throw error
  }
}

function sessionId(param: RouteRequest['param']): string {
  const id = param('id')
  if (/^[\w-]{1,120}$/.test(id)) return id
  throw new WorkbenchError('NOT_FOUND', 'no session can have this id: letters, digits, "_" and "-"')
}

/** The number of the last event that a page has. */
function place(after: string | undefined): number {
  if (after === undefined) return -1
  const seq = Number(after)
  if (/^(?:-1|\d{1,15})$/.test(after)) return seq
  throw new WorkbenchError('BAD_REQUEST', '"after" must be the number of an event, or -1')
}
