import type { Client } from '@modelcontextprotocol/client'
import { headOf } from '@millrace/schema'
import type { Timers } from '@millrace/host'
import type { RemoteTool } from '../../contract/connection.ts'
import { isRecord } from '../../is-record.ts'
import { progressLength } from './progress.ts'
import type { RunningCall } from './running-call.ts'

const leastPauseMs = 500
const usualPauseMs = 1000
const longestPauseMs = 10_000
const farewellMs = 5000

/** How requests that belong to the call are made. */
export interface TaskSetting {
  readonly timers: Timers
  /** Sends a request whose answer goes to the call. */
  readonly request: (method: string, params: Record<string, unknown>) => Promise<unknown>
  /** Sends a request for news of the task. */
  readonly look: (method: string, params: Record<string, unknown>, timeoutMs: number) => Promise<unknown>
  /** Says that the answer of the task with this id goes to the call. */
  readonly expect: (taskId: string) => void
}

/** Whether a tool of a server of revision 2025-11-25 can be called as a task alone. */
export function wantsTask(client: Client, tool: RemoteTool): boolean {
  const { execution } = tool.wire
  if (client.getProtocolEra() !== 'legacy' || !isRecord(execution)) return false
  const offered = client.getServerCapabilities()?.tasks?.requests?.tools?.call
  return execution['taskSupport'] === 'required' && offered !== undefined
}

/** Calls a tool as a task: waits for its result, and passes on what the server says of it meanwhile. */
export async function callAsTask(
  tool: RemoteTool,
  call: RunningCall,
  setting: TaskSetting,
): Promise<unknown> {
  const created = await setting.request('tools/call', { name: tool.name, arguments: call.args, task: {} })
  const task = (call.answer?.result ?? (isRecord(created) ? created : {}))['task']
  if (!isRecord(task) || typeof task['taskId'] !== 'string') return created
  const { taskId } = task
  call.answer = undefined
  setting.expect(taskId)
  const done = new AbortController()
  // Ends with the result, or with the call.
  follow(taskId, task, call, setting, done.signal).catch(() => {})
  try {
    return await setting.request('tasks/result', { taskId })
  } catch (error) {
    // The server is told to stop; whether it listens does not matter any more.
    if (call.signal.aborted) setting.look('tasks/cancel', { taskId }, farewellMs).catch(() => {})
    throw error
  } finally {
    done.abort('the task is over')
  }
}

async function follow(
  taskId: string,
  created: Readonly<Record<string, unknown>>,
  call: RunningCall,
  setting: TaskSetting,
  done: AbortSignal,
): Promise<void> {
  let known = created
  while (!done.aborted) {
    const wished = known['pollInterval']
    const pause = typeof wished === 'number' && Number.isFinite(wished) ? wished : usualPauseMs
    await setting.timers.sleep(Math.min(Math.max(pause, leastPauseMs), longestPauseMs), done)
    const seen = await setting.look('tasks/get', { taskId }, longestPauseMs)
    if (done.aborted || !isRecord(seen)) return
    const { status, statusMessage } = seen
    const isNews = status !== known['status'] || statusMessage !== known['statusMessage']
    if (isNews && status !== 'completed') {
      call.news(headOf(typeof statusMessage === 'string' ? statusMessage : String(status), progressLength))
    }
    known = seen
  }
}
