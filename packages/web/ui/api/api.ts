import type { WireFailure, WireProblem } from '@millrace/web/wire'
import { readToken } from './token.ts'

const token = readToken()

/** Whether this tab came from an address with a token. */
export const hasToken: boolean = token !== undefined

/** Tells tabs of one start of the server from those of another; it is not the secret. */
export const startName: string = token?.slice(0, 6) ?? ''

/** What the server says that cannot be done, or that it cannot be reached. */
export class ApiError extends Error {
  /** 0 where no answer came. */
  readonly status: number
  readonly problem: WireProblem

  constructor(status: number, problem: WireProblem) {
    super(problem.message)
    this.status = status
    this.problem = problem
  }
}

/** Headers with which the server knows this tab. */
export function credentials(): Readonly<Record<string, string>> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` }
}

/** Asks for something. The type of the answer is the caller's word: both sides are built from the same contract. */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answered<T>(path, { headers: credentials(), ...(signal !== undefined && { signal }) })
}

/** Does something. */
export function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...credentials() }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  return answered<T>(path, { ...request, ...(signal !== undefined && { signal }) })
}

async function answered<T>(path: string, request: RequestInit): Promise<T> {
  const response = await reached(path, request)
  if (response.ok) return (await response.json()) as T
  throw new ApiError(response.status, await problemOf(response))
}

async function reached(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request)
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    throw new ApiError(0, { code: 'UNREACHABLE', message: 'the server cannot be reached' })
  }
}

/** What an answer of another status than 2xx says. */
export async function problemOf(response: Response): Promise<WireProblem> {
  try {
    const { error } = (await response.json()) as Partial<WireFailure>
    if (typeof error?.message === 'string') return error
  } catch {
    // No JSON: told by the status.
  }
  return { code: 'UNREADABLE', message: `the server answered with status ${response.status}` }
}
