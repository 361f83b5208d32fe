import { afterAll, expect } from 'vitest'

/** What test files that share a process can spoil for each other. */
const globals = [
  'Request',
  'Response',
  'Headers',
  'fetch',
  'setTimeout',
  'setInterval',
  'Date',
  'performance',
]
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning']

interface ProcessState {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly globals: Readonly<Record<string, unknown>>
  readonly listeners: Readonly<Record<string, number>>
}

function state(): ProcessState {
  return {
    folder: process.cwd(),
    env: { ...process.env },
    globals: Object.fromEntries(globals.map((name) => [name, Reflect.get(globalThis, name) as unknown])),
    listeners: Object.fromEntries(events.map((name) => [name, process.listenerCount(name)])),
  }
}

const found = state()

afterAll(() => {
  const left = state()
  expect(left.folder).toBe(found.folder)
  expect(left.env).toEqual(found.env)
  expect(left.listeners).toEqual(found.listeners)
  expect(globals.filter((name) => left.globals[name] !== found.globals[name])).toEqual([])
})
