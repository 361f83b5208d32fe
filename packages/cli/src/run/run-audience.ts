import type { SessionAgent } from '@millrace/agent'
import type { Presenters, SessionRenderOptions, SessionView } from '@millrace/cards'
import { systemClock } from '@millrace/host'
import { escapeVisible, type SessionEvent } from '@millrace/protocol'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import { UnseenTyping } from '../live/unseen-typing.ts'
import { wantsColour, type ColourChoice } from '../screen.ts'
import { ConversationScreen } from './conversation-screen.ts'
import { LiveRows } from './live-rows.ts'
import { RunKeys, type RunActs } from './run-keys.ts'
import { sessionStyle } from './session-style.ts'

/** Whoever looks at a turn while it runs, and what they type meanwhile. */
export interface RunAudience {
  /** What the events so far add up to. */
  readonly view: SessionView
  /** Hears the keyboard, where somebody sits at one. */
  readonly keys: Pick<RunKeys, 'lift'> | undefined
  /** Begins with a session and what happened in it before. */
  open(session: string, past: readonly SessionEvent[]): void
  /** Takes in what happens. */
  hear(event: SessionEvent): void
  /** From now on the keys mean this agent. */
  begin(agent: Pick<SessionAgent, 'interrupt' | 'steer' | 'interrupted'>): void
  /** Tidies the screen and the keyboard, and nothing else. Idempotent. */
  leave(): void
  /** Tidies, and shows what was left. Idempotent. */
  end(): void
}

/** How a turn is to be shown. */
export interface AudienceRequest {
  readonly asJson: boolean
  readonly expand: boolean
  readonly colour: ColourChoice
  /** A conversation is printed as it goes; of a program only what is under way is shown, and what is typed is not heard. */
  readonly shows?: 'conversation' | 'program'
}

/** Shows a turn on the standard output; nothing of it where machine output is asked for. */
export async function runAudience(
  request: AudienceRequest,
  { root, presenters }: { readonly root: string; readonly presenters: Presenters },
  io: Io & { readonly stderr: StatusArea },
): Promise<RunAudience> {
  const isProgram = request.shows === 'program'
  let agent: Pick<SessionAgent, 'interrupt' | 'steer'> | undefined
  const style = await sessionStyle(request, root, io)
  const live = liveRows(request, style, io)
  const output = request.asJson || isProgram ? undefined : io.stdout
  const screen = new ConversationScreen({ area: io.stderr, output, style, presenters, live })
  const steer = (words: string): void => {
    if (agent?.steer(words) === true) return live?.send(words)
    const lost = `the turn is over, so this did not reach the model: ${escapeVisible(words)}`
    io.stderr.write(`millrace: ${lost}\n`)
  }
  const acts: RunActs = {
    interrupt: () => agent?.interrupt('the person pressed Esc'),
    expand: () => screen.toggleExpand(),
    typed: (words) => live?.type(words),
    steer,
  }
  // Without rows that are redrawn nobody would see what they type.
  const keys = live === undefined ? undefined : isProgram ? UnseenTyping.of(io) : keysOf(io, acts)
  const leave = (): void => {
    keys?.stop()
    live?.end()
  }
  return {
    get view() {
      return screen.state
    },
    keys,
    open: (session, past) => screen.open(session, past),
    hear: (event) => {
      if (event.type === 'user/message' && event.data.steering === true) live?.arrived()
      screen.hear(event)
    },
    begin: (running) => {
      agent = running
      if (running.interrupted !== undefined) screen.goOn()
      keys?.start()
    },
    leave,
    end: () => {
      leave()
      screen.end()
    },
  }
}

function keysOf(io: Io, acts: RunActs): RunKeys | undefined {
  return io.openKeyboard === undefined ? undefined : new RunKeys(io, acts)
}

/** What is under way, redrawn in place; none where machine output is asked for. */
function liveRows(
  { asJson, colour, shows }: AudienceRequest,
  style: SessionRenderOptions,
  io: Io & { readonly stderr: StatusArea },
): LiveRows | undefined {
  if (asJson) return undefined
  const hasSteps = shows !== 'program'
  return LiveRows.of({
    io,
    area: io.stderr,
    style: { ...style, colour: wantsColour(io.stderr, io.env, colour) },
    clock: systemClock,
    hasKeys: io.openKeyboard !== undefined && hasSteps,
    hasSteps,
  })
}
