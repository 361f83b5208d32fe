import { systemClock, systemTimers, type Clock, type Timers } from '@millrace/host'
import type { ServerSettings } from '../../contract/config.ts'
import type { McpOptions } from '../../contract/service.ts'
import { ChangeNews } from './change-news.ts'
import { usualTimes } from './limits.ts'
import { Oddities } from './oddities.ts'
import { Asking } from './questions.ts'

/** What a connection needs of its surroundings. */
export type ConnectionOptions = Pick<McpOptions, 'log' | 'questions' | 'clock' | 'timers'>

/** What one connection is made of beside its transport. */
export interface Parts {
  readonly server: string
  readonly clock: Clock
  readonly timers: Timers
  readonly startMs: number
  readonly limits: { readonly idle: number; readonly total: number }
  readonly oddities: Oddities
  readonly news: ChangeNews
  /** Absent where nobody can be asked. */
  readonly asking: Asking | undefined
  /** Aborted when the connection is over. */
  readonly ended: AbortController
}

/** The parts of a new connection. */
export function partsOf(server: string, settings: ServerSettings, options: ConnectionOptions): Parts {
  const { clock = systemClock, timers = systemTimers, questions, log } = options
  const ended = new AbortController()
  const oddities = new Oddities((line) => log?.(server, line), clock)
  return {
    server,
    clock,
    timers,
    startMs: settings.startTimeoutMs ?? usualTimes.start,
    limits: { idle: settings.idleTimeoutMs ?? usualTimes.idle, total: settings.totalTimeoutMs ?? Infinity },
    oddities,
    news: new ChangeNews(timers, ended.signal),
    asking: questions && new Asking(server, questions, (text) => oddities.note(text)),
    ended,
  }
}
