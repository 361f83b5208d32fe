import type { ServerResponse } from 'node:http'
import type { WebHost } from '../host.ts'
import type { Shape } from '../http/shape.ts'
import type { SessionFeeds } from '../streams/session-feeds.ts'
import type { StreamSeats } from '../streams/stream-seats.ts'

/** What routes work with. */
export interface RouteServices {
  readonly host: WebHost
  readonly feeds: SessionFeeds
  readonly seats: StreamSeats
  readonly warn: (message: string, error: unknown) => void
}

/** A request that was admitted, as its route sees it. */
export interface RouteRequest extends RouteServices {
  /** A part of the path, decoded. */
  readonly param: (name: string) => string
  /** A value of the query; `undefined` where it is not there. */
  readonly query: (name: string) => string | undefined
  /** @throws WorkbenchError `BAD_REQUEST`, `TOO_LARGE`. */
  readonly body: <T>(shape: Shape<T>) => Promise<T>
  /** Comes when whoever asked is gone. */
  readonly signal: AbortSignal
}

/** What a route is called by, and how it is asked for. */
export interface RouteName {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** With `:name` for its parts that vary. */
  readonly path: string
}

/** A route whose answer is JSON. */
export interface AnswerRoute extends RouteName {
  answer(request: RouteRequest): unknown
}

/** A route that sends server-sent events, or throws before the first one. */
export interface StreamRoute extends RouteName {
  stream(request: RouteRequest, response: ServerResponse): Promise<void>
}

/** A route of the interface. All of them need the token. */
export type ApiRoute = AnswerRoute | StreamRoute
