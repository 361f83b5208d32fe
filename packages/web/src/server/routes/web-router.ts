import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { failureAnswer, failureOf } from '../http/failure-answer.ts'
import { jsonText } from '../http/json-text.ts'
import { readBody } from '../http/read-body.ts'
import { answerHeaders } from '../http/security-headers.ts'
import { WorkbenchError } from '../http/workbench-error.ts'
import type { ApiRoute, RouteRequest, RouteServices } from './route.ts'
import { apiRoutes } from './web-routes.ts'

/** A copy, as the original has lost its meaning where another server of the program replaced the global Response before. */
const answeredByStream = RESPONSE_ALREADY_SENT.clone()

interface Bound {
  readonly Bindings: HttpBindings
}

/** The router of the interface, for requests that were judged before. */
export function webRouter(services: RouteServices, mostBodyBytes: number): Hono<Bound> {
  const router = new Hono<Bound>({ strict: true })
  for (const route of apiRoutes) {
    router.on(route.method, route.path, (context) => answered(route, context, services, mostBodyBytes))
  }
  for (const path of new Set(apiRoutes.map((route) => route.path))) {
    const methods = apiRoutes.filter((route) => route.path === path).map(({ method }) => method)
    router.all(path, () => {
      const answer = failureAnswer(failureOf(wrongMethod(methods), services.warn))
      answer.headers.set('Allow', methods.join(', '))
      return answer
    })
  }
  router.notFound(() => {
    const error = new WorkbenchError('NOT_FOUND', 'there is nothing at this address')
    return failureAnswer(failureOf(error, services.warn))
  })
  router.onError((error) => failureAnswer(failureOf(error, services.warn)))
  return router
}

async function answered(
  route: ApiRoute,
  context: Context<Bound>,
  services: RouteServices,
  mostBodyBytes: number,
): Promise<Response> {
  const request = requestOf(context, services, mostBodyBytes)
  if ('stream' in route) {
    await route.stream(request, nodeResponse(context))
    return answeredByStream
  }
  const value: unknown = await route.answer(request)
  const headers = { ...answerHeaders, 'Content-Type': 'application/json' }
  return new Response(jsonText(value ?? {}), { headers })
}

function requestOf({ req }: Context<Bound>, services: RouteServices, mostBodyBytes: number): RouteRequest {
  return {
    ...services,
    param: (name) => req.param(name) ?? '',
    query: (name) => req.query(name),
    body: async (shape) => shape(await readBody(req.raw, mostBodyBytes), ''),
    signal: req.raw.signal,
  }
}

/** Streams are written to the connection itself, which says when it can take more. The server speaks HTTP/1.1 alone. */
function nodeResponse(context: Context<Bound>): ServerResponse {
  return context.env.outgoing as ServerResponse
}

function wrongMethod(methods: readonly string[]): WorkbenchError {
  return new WorkbenchError(
    'METHOD_NOT_ALLOWED',
    `the method must be ${methods.join(' or ')} at this address`,
  )
}
