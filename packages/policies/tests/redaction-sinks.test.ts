import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProcesses, SpillStore, type CommandSpec, type RunningProcess } from '@millrace/host'
import { text, type JsonValue } from '@millrace/protocol'
import { executionAsked, HarnessError, type ToolApprovalRequest, type ToolDefinition } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { redactedOutput, redaction } from '../src/redaction.ts'
import { spill } from '../src/spill.ts'
import { canaries, leaksOf, spelled } from './support/canaries.ts'
import { failed, openBench, succeeded, ways, type PolicyBench } from './support/policy-bench.ts'

type Tool = Partial<ToolDefinition>

async function setup(...tools: Tool[]): Promise<PolicyBench> {
  const bench = await openBench(...tools)
  await bench.ctx.plugin(redaction, { values: canaries })
  return bench
}

/** A tool that returns its argument in every part of its result, and repeats it in what is rendered. */
const leaky: Tool = {
  name: 'leaky',
  output: {
    schema: {},
    render: (_, value) => [text(`got ${JSON.stringify(value)}`)],
    presentationMeta: (_, value) => ({ value }),
  },
  execute: async (args, exec) => {
    const { leak } = args as { leak: string }
    exec.deferContext({ role: 'user', content: `remember ${leak}` })
    return { found: leak, [leak]: [leak] }
  },
}

const failing: Tool = {
  name: 'failing',
  execute: async (args) => {
    const { leak } = args as { leak: string }
    throw new HarnessError('LEAKY', `cannot log in with ${leak}`)
  },
}

describe.each(ways)('the result of %s', (_, input) => {
  verifies(
    ['security:D5'],
    'holds no secret: value, content, facts, contexts, for caller and observers',
    async () => {
      const { ctx, call } = await setup(leaky)
      const observed: unknown[] = []
      ctx.on('tools/result', (_exec, result) => void observed.push(result))
      for (const { spelling } of spelled) {
        const result = succeeded(await call('leaky', { leak: `<${spelling}>` }, input))
        expect(leaksOf(result)).toEqual([])
        expect(JSON.stringify(result.value)).toContain('[redacted]')
        expect(JSON.stringify(result.additionalContexts)).toContain('[redacted]')
      }
      expect(observed).toHaveLength(spelled.length)
      expect(leaksOf(observed)).toEqual([])
    },
  )

  verifies(['security:D5'], 'holds none where the tool failed, and keeps its code', async () => {
    const { call } = await setup(failing)
    for (const { spelling } of spelled) {
      const result = failed(await call('failing', { leak: spelling }, input))
      expect(leaksOf(result)).toEqual([])
      expect(result.error.message).toContain('[redacted]')
      expect(result.error.info?.code).toBe('LEAKY')
    }
  })

  verifies(
    ['security:D5'],
    'holds none where somebody else spoke: a policy, a guard, a reviewer',
    async () => {
      const { ctx, tools, call } = await openBench({ name: 'plain' })
      let way = ''
      let leak = ''
      ctx.on('tools/pre-execute', async (_exec, next) => {
        if (way === 'throw before') throw new Error(`before ${leak}`)
        return way === 'deny' ? { kind: 'deny', reason: `denied ${leak}` } : next()
      })
      ctx.on('tools/execute', async (_exec, next) => {
        if (way === 'throw around') throw new HarnessError('AROUND', `around ${leak}`)
        return next()
      })
      ctx.on('tools/post-execute', async (_exec, _result, next) => {
        if (way === 'throw after') throw new Error(`after ${leak}`)
        if (way === 'replace') return { kind: 'accept', content: [text(`replaced ${leak}`)] }
        if (way === 'value') return { kind: 'accept', value: { leak } }
        if (way === 'context')
          return { kind: 'accept', additionalContexts: [{ role: 'user', content: leak }] }
        return way === 'block' ? { kind: 'block', feedback: [text(`blocked ${leak}`)] } : next()
      })
      tools.guard(() => (way === 'guard' ? `guarded ${leak}` : undefined))
      await ctx.plugin(redaction, { values: canaries })
      const all = [
        'throw before',
        'deny',
        'throw around',
        'throw after',
        'replace',
        'value',
        'context',
        'block',
        'guard',
      ]
      for (way of all) {
        for (const { spelling } of spelled.slice(0, 40)) {
          leak = spelling
          const result = await call('plain', {}, input)
          expect({ way, leaks: leaksOf(result) }).toEqual({ way, leaks: [] })
          expect(JSON.stringify(result)).toContain('[redacted]')
        }
      }
    },
  )

  verifies(['security:D5'], 'is untouched where there is none', async () => {
    const { call } = await setup({ name: 'echo' })
    const value = { text: 'nothing \ud800 to hide', list: [1, null, 'a%20b'] }
    expect(succeeded(await call('echo', value, input))).toMatchObject({ value })
  })
})

verifies(
  ['security:D5'],
  'what is rendered from the arguments is redacted though the value is clean',
  async () => {
    const { call } = await setup({
      output: { schema: {}, render: (args) => [text(`wrote ${JSON.stringify(args)}`)] },
      execute: async () => 'done',
    })
    for (const { spelling } of spelled) {
      const { content, value } = succeeded(await call('echo', { text: spelling }))
      expect(leaksOf(content)).toEqual([])
      expect(value).toBe('done')
    }
  },
)

verifies(
  ['security:D5', 'contract:R10'],
  'questions and log events show neither secrets nor secret arguments',
  async () => {
    const { ctx, call } = await openBench({ name: 'login', secrets: ['/password'] })
    const asked: unknown[] = []
    ctx.provide('approval', {
      request: async (request: ToolApprovalRequest) => {
        const execution = executionAsked(request)
        if (execution === undefined) throw new Error('a question about no call')
        asked.push({ reason: request.reason, arguments: ctx.redaction.argumentsOf(execution) })
        return 'rejected'
      },
    })
    ctx.on('tools/pre-execute', async (exec) => ({
      kind: 'ask',
      reason: `may it use ${JSON.stringify(exec.arguments)}?`,
    }))
    await ctx.plugin(redaction, { values: canaries })
    for (const { spelling } of spelled) {
      await call('login', { note: spelling, password: 'of no list' }, { agent: {} })
      const raw = { type: 'tool/call', data: { arguments: JSON.stringify({ note: spelling }) } }
      expect(leaksOf(ctx.redaction.json(raw))).toEqual([])
      expect(leaksOf(ctx.redaction.text(JSON.stringify(raw)))).toEqual([])
    }
    expect(asked).toHaveLength(spelled.length)
    expect(leaksOf(asked)).toEqual([])
    expect(JSON.stringify(asked.map((each) => (each as { arguments: JsonValue }).arguments))).not.toContain(
      'of no list',
    )
  },
)

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A program that prints these pieces. */
function printing(pieces: readonly Uint8Array[]): (spec: CommandSpec) => Promise<RunningProcess> {
  return async (spec) => {
    for (const piece of pieces) await spec.onOutput(piece, 'stdout')
    return {
      pid: 1,
      exited: Promise.resolve({ exitCode: 0, signal: null }),
      drained: Promise.resolve(),
      outputFailure: undefined,
      exceededLimit: undefined,
      isTreeAlive: async () => false,
      stop: async () => {},
    }
  }
}

const spec = { file: 'x', args: [], cwd: '/', env: {}, streams: 'merged' } as const

describe('output', () => {
  verifies(
    ['security:D5'],
    'is clean in progress and in spill files, wherever the pieces were cut',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-redaction-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const store = await SpillStore.open({ folder, maxFileBytes: 1e8, maxTotalBytes: 1e9 })
      const { ctx, tools, call } = await setup()
      const heard: unknown[] = []
      ctx.on('tools/progress', (_exec, progress) => void heard.push(progress.text))
      for (const { spelling } of spelled) {
        const line = Buffer.from(`x ${spelling} y\n`)
        const pieces = Array.from(line.keys()).flatMap((cut) => [line.subarray(0, cut), line.subarray(cut)])
        const spill = store.create('output')
        const undo = tools.register({
          name: 'job',
          description: 'Prints.',
          parameters: { type: 'object' },
          output: { schema: {}, render: () => [text('done')] },
          execute: async (_args, exec) => {
            const running = await redactedOutput(
              printing(pieces),
              ctx.redaction,
            )({
              ...spec,
              onOutput: async (chunk) => {
                exec.reportProgress({ text: Buffer.from(chunk).toString() })
                await spill.write(chunk)
              },
            })
            await running.drained
            return null
          },
        })
        succeeded(await call('job'))
        await spill.close()
        const kept = readFileSync(spill.path, 'utf8')
        expect(leaksOf(kept)).toEqual([])
        expect(kept.match(/\[redacted\]/g)).toHaveLength(line.length)
        undo()
      }
      expect(leaksOf(heard.join(''))).toEqual([])
      await store.close()
    },
  )

  verifies(['security:D5'], 'that a result is too long for is kept redacted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-redaction-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = await SpillStore.open({ folder, maxFileBytes: 1e8, maxTotalBytes: 1e9 })
    const { ctx, call } = await setup({
      output: { schema: {}, render: (args, value) => [text(JSON.stringify([args, value]).repeat(20))] },
    })
    await ctx.plugin(spill, { store, maxBytes: 4096 })
    for (const { spelling } of spelled.filter((_, index) => index % 7 === 0)) {
      const result = succeeded(await call('echo', { list: Array.from({ length: 20 }, () => spelling) }))
      expect(JSON.stringify(result.content)).toContain('left out')
      expect(leaksOf(result)).toEqual([])
    }
    const kept = filesIn(folder).map((path) => readFileSync(path, 'utf8'))
    expect(kept.length).toBeGreaterThan(20)
    expect(leaksOf(kept)).toEqual([])
    await store.close()
  })

  test.runIf(process.platform !== 'win32')(
    'of a real program is complete when it is drained or stopped',
    async () => {
      const { ctx } = await setup()
      const processes = openProcesses()
      onTestFinished(() => processes.close())
      const start = redactedOutput((given) => processes.start(given), ctx.redaction)
      const [secret = ''] = canaries
      const run = async (line: string, streams: 'merged' | 'separate') => {
        const printed = { stdout: '', stderr: '' }
        const running = await start({
          ...spec,
          file: 'sh',
          args: ['-c', line],
          env: { PATH: process.env['PATH'] ?? '' },
          streams,
          onOutput: (chunk, name) => void (printed[name] += Buffer.from(chunk).toString()),
        })
        return { running, printed }
      }
      const half = secret.slice(0, 5)
      const split = await run(
        `printf %s ${half}; sleep 0.2; printf '%s; %s' ${secret.slice(5)} ${half}`,
        'merged',
      )
      await split.running.drained
      expect(split.printed.stdout).toBe(`[redacted]; ${half}`)
      expect(split.running.outputFailure).toBeUndefined()

      const both = await run(`printf %s ${half}; printf %s ${secret} >&2; sleep 600`, 'separate')
      while (both.printed.stderr === '') await new Promise((resolve) => setTimeout(resolve, 10))
      await both.running.stop({ graceMs: 0 })
      expect(both.printed).toEqual({ stdout: half, stderr: '[redacted]' })
    },
  )

  test('a taker that fails on the rest is reported', async () => {
    const { ctx } = await setup()
    const broken = new Error('the disk is full')
    const running = await redactedOutput(
      printing([Buffer.from((canaries[0] ?? '').slice(0, 5))]),
      ctx.redaction,
    )({
      ...spec,
      onOutput: () => {
        throw broken
      },
    })
    await running.drained
    expect(running.outputFailure).toBe(broken)
  })
})

describe('the policy', () => {
  test('leaves with its fiber, service and all', async () => {
    const { ctx, call } = await openBench({ name: 'echo' })
    const fiber = await ctx.plugin(redaction, { values: canaries })
    const [secret = ''] = canaries
    expect(succeeded(await call('echo', { secret })).value).toEqual({ secret: '[redacted]' })
    await fiber.dispose()
    expect(ctx.get('redaction')).toBeUndefined()
    expect(succeeded(await call('echo', { secret })).value).toEqual({ secret })
  })

  test('refuses secrets that are too short, and does nothing without any', async () => {
    const { ctx, call } = await openBench({ name: 'echo' })
    await expect(ctx.plugin(redaction, { values: ['abc'] })).rejects.toThrow(/needs at least 6/)
    await ctx.plugin(redaction, { values: [] })
    expect(ctx.redaction.text('abc')).toBe('abc')
    expect(succeeded(await call('echo', { a: 1 })).value).toEqual({ a: 1 })
  })

  test('takes a decision that is none for what it is', async () => {
    const { ctx, call } = await openBench({ name: 'echo' })
    const circle: { kind?: unknown } = {}
    circle.kind = circle
    ctx.on('tools/pre-execute', async () => circle as never)
    await ctx.plugin(redaction, { values: canaries })
    expect(failed(await call()).error.message).toContain('not a decision')
  })
})
