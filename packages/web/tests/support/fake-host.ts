import { testTool } from '@millrace/testkit'
import type { ToolDefinition } from '@millrace/tools'
import type { WebHost } from '@millrace/web'
import { onTestFinished } from 'vitest'
import { FakeCatalogue } from './fake-catalogue.ts'
import { FakeDesk } from './fake-desk.ts'
import { FakeSessions } from './fake-sessions.ts'

/** A host in memory: real logs and agents, with questions, tools and rules that a test sets. */
export interface FakeHost extends WebHost {
  readonly sessions: FakeSessions
  readonly desk: FakeDesk
  readonly catalogue: FakeCatalogue
}

/** A host for one test, which ends with it. @param tools - `echo` unless given. */
export async function fakeHost(tools: readonly ToolDefinition[] = [testTool()]): Promise<FakeHost> {
  const host = await bareHost(tools)
  onTestFinished(() => host.sessions.setup.dispose())
  return host
}

/** The same for a program, which disposes of `sessions.setup` itself. */
export async function bareHost(tools: readonly ToolDefinition[]): Promise<FakeHost> {
  const sessions = await FakeSessions.begin(tools)
  const desk = new FakeDesk()
  const catalogue = new FakeCatalogue(sessions, tools)
  sessions.waiting = (id) => desk.questions().filter(({ session }) => session === id).length
  return { about: () => Promise.resolve(catalogue.about), sessions, desk, catalogue }
}
