import { text } from '@millrace/protocol'
import type { ToolApprovalRequest, ToolDefinition } from '@millrace/tools'
import { forged, output, tool, type Bench } from './setup.ts'

/** Runs the hostile code with what the pipeline gave it and with the answer that an honest plugin would give. */
export type Act = (given: readonly unknown[], honest: () => unknown) => unknown

/** One place of the pipeline where a plugin's code runs. */
export interface Stage {
  readonly name: string
  /** Whether the pipeline awaits what the code returns. */
  readonly awaited: boolean
  /** Whether the pipeline must ignore what the code does altogether. */
  readonly observer?: true
  /** Puts `act` at this place, for the tool `victim` only. */
  install(bench: Bench, act: Act): void
}

function registerVictim(bench: Bench, overrides: Partial<ToolDefinition> = {}): void {
  bench.tools.register(tool({ name: 'victim', output: victimOutput(), ...overrides }))
}

function victimOutput(overrides: Partial<ToolDefinition['output']> = {}): ToolDefinition['output'] {
  return output({ render: () => [text('rendered')], ...overrides })
}

/** Every stage, in the order of a call. */
export const stages: readonly Stage[] = [
  {
    name: 'a pre-execute listener',
    awaited: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/pre-execute', (exec, next) =>
        exec.name === 'victim' ? forged(act([exec, next], next)) : next(),
      )
    },
  },
  {
    name: 'an approval service',
    awaited: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/pre-execute', (exec, next) =>
        exec.name === 'victim' ? Promise.resolve({ kind: 'ask' }) : next(),
      )
      const request = (asked: ToolApprovalRequest): unknown => act([asked], () => 'allowed-once')
      bench.ctx.reflect.provide('approval', { request })
    },
  },
  {
    name: 'a guard',
    awaited: false,
    install(bench, act) {
      registerVictim(bench)
      bench.tools.guard((exec) => (exec.name === 'victim' ? forged(act([exec], () => undefined)) : undefined))
    },
  },
  {
    name: 'an execute wrapper',
    awaited: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/execute', (exec, next) =>
        exec.name === 'victim' ? forged(act([exec, next], next)) : next(),
      )
    },
  },
  {
    name: 'a body',
    awaited: true,
    install(bench, act) {
      registerVictim(bench, { execute: (args, exec) => forged(act([args, exec], () => args)) })
    },
  },
  {
    name: 'a renderer',
    awaited: false,
    install(bench, act) {
      const render = (...given: unknown[]): never => forged(act(given, () => [text('rendered')]))
      registerVictim(bench, { output: victimOutput({ render }) })
    },
  },
  {
    name: 'a meta projector',
    awaited: false,
    install(bench, act) {
      const presentationMeta = (...given: unknown[]): never => forged(act(given, () => ({ card: 1 })))
      registerVictim(bench, { output: victimOutput({ presentationMeta }) })
    },
  },
  {
    name: 'a post-execute listener',
    awaited: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/post-execute', (exec, result, next) =>
        exec.name === 'victim' ? forged(act([exec, result, next], next)) : next(),
      )
    },
  },
  {
    name: 'a finalizer',
    awaited: false,
    install(bench, act) {
      registerVictim(bench, { finalizeContent: (...given) => forged(act(given, () => undefined)) })
    },
  },
  {
    name: 'a trace observer',
    awaited: false,
    observer: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/trace', (exec, trace) =>
        exec.name === 'victim' ? forged(act([exec, trace], () => undefined)) : undefined,
      )
    },
  },
  {
    name: 'a result observer',
    awaited: false,
    observer: true,
    install(bench, act) {
      registerVictim(bench)
      bench.ctx.on('tools/result', (exec, result) =>
        exec.name === 'victim' ? forged(act([exec, result], () => undefined)) : undefined,
      )
    },
  },
]
