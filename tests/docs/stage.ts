import type { Context } from '@deepseek-ai/cordis'
import type { ConfinedRoot } from '@millrace/host'
import type { SessionEvent } from '@millrace/protocol'
import type { Job } from '@millrace/schedule'
import type { ToolDefinition } from '@millrace/tools'
import type { LanguageModel } from 'ai'
import type { AnthropicClient, OpenAIClient } from './stages/chat-clients.ts'
import type { Admission, Call, Outcome, Result } from './stages/jobs.ts'

/** What pages take for granted: the names that a program may use without declaring them. */
export interface Surroundings {
  readonly ctx: Context
  readonly agent: object
  readonly mainAgent: object
  readonly signal: AbortSignal
  readonly reply: ToolDefinition
  readonly events: readonly SessionEvent[]
  readonly root: ConfinedRoot
  readonly calls: readonly Call[]
  readonly jobOf: (call: Call) => Job<Admission, Outcome, Result>
  readonly model: LanguageModel
  readonly openai: OpenAIClient
  readonly anthropic: AnthropicClient
}

/** The names, and the types that programs may use without declaring them, as declarations of their own. */
export function declarations(from: string): string {
  const names: readonly (keyof Surroundings)[] = [
    ...(['ctx', 'agent', 'mainAgent', 'signal', 'reply', 'events', 'root', 'calls', 'jobOf'] as const),
    ...(['model', 'openai', 'anthropic'] as const),
  ]
  const types = {
    'stages/chat-clients.ts': ['ChatMessage', 'ClaudeMessage'],
    'stages/jobs.ts': ['Admission', 'Call', 'Outcome', 'Result'],
  }
  return [
    ...names.map((name) => `declare const ${name}: import('${from}/stage.ts').Surroundings['${name}']`),
    ...Object.entries(types).flatMap(([file, list]) =>
      list.map((name) => `type ${name} = import('${from}/${file}').${name}`),
    ),
  ].join('\n')
}

/** Folders that a program may change. */
export interface Place {
  readonly home: string
  /** A small project in the home folder. */
  readonly project: string
}

/** A program that has run. */
export interface Ran {
  /** Everything that it declared at its top. */
  readonly made: Readonly<Record<string, unknown>>
  /** What it wrote to its outputs. */
  readonly printed: string
  readonly place: Place
}

/** How programs of a page are run. */
export interface Stage {
  readonly page: string
  /** What stands in the program; without it the stage is for all programs of the page that have no other. */
  readonly about?: string
  /** Why it cannot run here. */
  readonly skip?: string | undefined
  /** Makes what it takes for granted besides `ctx`, `agent`, `mainAgent` and `signal`, or in their place. */
  readonly set?: (place: Place) => Promise<Partial<Surroundings>> | Partial<Surroundings>
  /** Checks what came of it, and does with it what the page says. */
  readonly holds?: (ran: Ran) => void | Promise<void>
}
