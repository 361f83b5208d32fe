import type { Timers } from '@millrace/host'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'
import { aborted } from '../model/delivery.ts'
import { mutationsOf } from './mutations.ts'
import { oversized } from './oversize.ts'
import { thrownValue, type ThrownKind } from './thrown-value.ts'

/** How the body of a tool misbehaves. */
export type Fault =
  /** It begins late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** It does not look at its signal, and goes on for so long before it returns its value. */
  | { readonly kind: 'ignored-abort'; readonly ms: number }
  /** It settles only once it is aborted, with the reason. */
  | { readonly kind: 'never-settles' }
  /** The first text of its value becomes so many UTF-16 units long; ten million unless given. */
  | { readonly kind: 'oversize'; readonly units?: number }
  /** It returns this in place of its value: a function, which is no JSON, unless given. */
  | { readonly kind: 'invalid-output'; readonly value?: unknown }
  | { readonly kind: 'throw'; readonly what: ThrownKind }
  /** It resolves with its value, then with another one, then rejects. */
  | { readonly kind: 'settle-twice' }
  /** It returns its value in an object with a `then` of its own, which settles twice and then throws. */
  | { readonly kind: 'thenable' }
  /** It tries to change its arguments in every way, and then goes on with what it got. */
  | { readonly kind: 'mutate-arguments' }

/** One call of a body, with the fault that it is given. */
export interface FaultyRun {
  readonly tool: ToolDefinition
  readonly args: unknown
  readonly exec: ToolRunContext
  readonly timers: Timers
  /** Is told what a `mutate-arguments` fault could change, as paths. */
  readonly mutated: (paths: readonly string[]) => void
}

/** Runs a body with a fault. */
export function runWithFault(fault: Fault, run: FaultyRun): unknown {
  const { tool, args, exec, timers } = run
  const body = (): Promise<unknown> => tool.execute(args, exec)
  switch (fault.kind) {
    case 'delay':
      return timers.sleep(fault.ms, exec.signal).then(body)
    case 'ignored-abort':
      return deaf(run, fault.ms)
    case 'never-settles':
      return untilAborted(exec.signal)
    case 'oversize':
      return body().then((value) => oversized(tool.name, value, fault.units ?? 10_000_000))
    case 'invalid-output':
      return body().then(() => ('value' in fault ? fault.value : () => undefined))
    case 'throw':
      throw thrownValue(fault.what)
    case 'settle-twice':
      return body().then((value) => settlesTwice(value))
    case 'thenable':
      return thenable(body)
    case 'mutate-arguments':
      run.mutated(mutationsOf(args))
      return body()
  }
}

async function deaf({ tool, args, exec, timers }: FaultyRun, ms: number): Promise<unknown> {
  const { signal } = new AbortController()
  const unheard = { ...exec, reportProgress: exec.reportProgress, signal }
  const value = await tool.execute(args, unheard)
  await timers.sleep(ms)
  return value
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  await aborted(signal)
  throw signal.reason
}

function settlesTwice(value: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    resolve(value)
    resolve('a second value')
    reject(new Error('an error after the value'))
  })
}

function thenable(body: () => Promise<unknown>): object {
  const then = (resolve: (value: unknown) => void, reject: (error: unknown) => void): void => {
    resolve(body())
    resolve('a second value')
    reject(new Error('an error after the value'))
    throw new Error('thrown after it was heard')
  }
  // oxlint-disable-next-line unicorn/no-thenable
  return { then }
}
