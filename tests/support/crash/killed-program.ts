import { jsonlSessions } from '@millrace/agent/session'
import type { CodeRuntime } from '@millrace/code-mode'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel } from '@millrace/testkit'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { expect } from 'vitest'
import { durableHost, scriptFor, type DurableHost } from './durable-host.ts'

/** What stood on the disk when a process was killed, and what it had done by then. */
export interface Killed {
  readonly disk: SimulatedDisk
  readonly effects: readonly number[]
  /** The session, once it was there. */
  readonly id: string | undefined
  /** Whether somebody was being asked. */
  readonly isAsked: boolean
}

/** A program that was cut off, in the hands of another process. */
export interface GoneOn {
  /** Whether it could go on; else its call was closed. */
  readonly wentOn: boolean
  /** The arguments of the calls that were asked about. */
  readonly asked: readonly string[]
  readonly effects: readonly number[]
  readonly events: readonly SessionEvent[]
  /** What a kill at each moment of that would have left. */
  readonly moments: readonly Killed[]
}

/** How a process goes about it. */
export interface GoingOn {
  readonly runtime: CodeRuntime
  /** Whether what is asked is allowed; it is unless given. */
  readonly isAllowed?: boolean
  /** Whether a person answers at once; else as late as what is kept meanwhile is on the disk. */
  readonly isQuick?: boolean
  readonly warn?: (message: string) => void
}

/** Watches a process from its disk: what it does, and what a kill at each moment would leave. */
interface Watched {
  readonly disk: SimulatedDisk
  readonly host: DurableHost
  readonly asked: string[]
  readonly effects: number[]
  readonly moments: Killed[]
  id: string | undefined
}

async function watched(
  { runtime, isAllowed = true, isQuick = true, warn }: GoingOn,
  { from, effects: before = [], id }: Partial<Omit<Killed, 'disk'>> & { readonly from?: SimulatedDisk },
): Promise<Watched> {
  const [effects, moments, asked] = [[...before], [] as Killed[], [] as string[]]
  let isAsked = false
  const kill = (): void =>
    void moments.push({ disk: disk.killed(), effects: [...effects], id: all.id, isAsked })
  const disk: SimulatedDisk = from?.killed({ watch: kill }) ?? simulatedDisk({ watch: kill })
  const all: Watched = { disk, host: undefined as never, asked, effects, moments, id }
  const host = await durableHost({
    disk,
    runtime,
    onEffect: (_name, number) => {
      effects.push(number)
      kill()
    },
    answer: async (question) => {
      asked.push(question.kind === 'call' ? JSON.stringify(question.execution.arguments) : question.kind)
      isAsked = true
      if (!isQuick) await imageOn(disk, runtime)
      kill()
      isAsked = false
      return isAllowed
    },
    ...(warn !== undefined && { warn }),
  })
  return Object.assign(all, { host })
}

async function imageOn(disk: SimulatedDisk, { build }: CodeRuntime): Promise<void> {
  const isThere = (): boolean => [...disk.contents().keys()].some((name) => name.endsWith('.image'))
  for (let tries = 0; tries < 500 && !(build === undefined || isThere()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Runs a program to its end, and gives what a kill at each moment would have left. */
export async function killedEverywhere(code: string, how: GoingOn): Promise<readonly Killed[]> {
  const process = await watched(how, {})
  const { host, moments } = process
  const agent = await host.ctx.agents.create({ model: scriptedModel(scriptFor(code)), cwd: '/work' })
  process.id = agent.id
  expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'the end' })
  const atEnd = moments.length
  await host.dispose()
  return moments.slice(0, atEnd)
}

/** Goes on in another process, as far as that is possible. @returns nothing where there is no session yet. */
export async function goneOn(killed: Killed, how: GoingOn): Promise<GoneOn | undefined> {
  const { disk: from, effects: before, id } = killed
  const { disk, host, asked, effects, moments } = await watched(how, { from, effects: before, id })
  try {
    const sessions = jsonlSessions(await disk.folder('sessions'))
    if (id === undefined || !(await isThere(sessions, id))) return undefined
    const agent = await host.ctx.agents.resume(id, { model: scriptedModel(['the end', 'the end']) })
    const wentOn = agent.interrupted !== undefined
    expect(await (wentOn ? agent.goOn() : agent.send('go on'))).toMatchObject({ reason: 'done' })
    await agent.dispose()
    const { events } = await sessions.read(id)
    expect(checkHistory(events)).toEqual([])
    return { wentOn, asked, effects, events, moments }
  } finally {
    await host.dispose()
  }
}

async function isThere(sessions: ReturnType<typeof jsonlSessions>, id: string): Promise<boolean> {
  for await (const found of sessions.list()) if (found.id === id && !('problem' in found)) return true
  return false
}

/** The only result of a call of the model, as text, and whether it is a failure. */
export function resultOf(events: readonly SessionEvent[]): {
  readonly text: string
  readonly isError: boolean
} {
  const results = events.flatMap((event) => (event.type === 'tool/result' ? [event.data] : []))
  expect(results).toHaveLength(1)
  const [result] = results
  const [block] = result?.content ?? []
  return { text: block?.type === 'text' ? block.text : '', isError: result?.isError === true }
}

/** From what programs went on. */
export function goingsOn(events: readonly SessionEvent[]): readonly ('image' | 'journal')[] {
  return events.flatMap((event) => (event.type === 'tool/code-resumed' ? [event.data.from] : []))
}
