// A server of the older generation, without a library: it writes what it likes. Each frame it gets goes to stderr.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const [mode = 'plain'] = process.argv.slice(2)
const write = (text) => process.stdout.write(text)
const say = (message) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const answer = (id, result) => say({ id, result })
const text = (said) => ({ content: [{ type: 'text', text: said }] })
let isStuck = false

const calls = {
  echo: (id, args) => answer(id, { ...text('done'), structuredContent: args }),
  never: () => {},
  crash: () => process.exit(7),
  big: (id) =>
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"{\\"id\\": 4611686018427387905}"}],"structuredContent":{"id": 4611686018427387905}}}\n`,
    ),
  twice: (id) =>
    write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":1,"a":2}}}\n`),
  blocks: (id) =>
    answer(id, {
      content: [{ type: 'error', text: 'x' }, { type: 'audio' }, { type: 'text', text: 'kept' }, 7],
    }),
  async progress(id, { times = 10, everyMs = 200 }, token) {
    for (let step = 1; step <= times; step++) {
      await sleep(everyMs)
      say({
        method: 'notifications/progress',
        params: { progressToken: token, progress: step, total: times },
      })
      say({ method: 'notifications/progress', params: { progressToken: 'nobody', progress: step } })
    }
    answer(id, text('through'))
  },
  flood(id, { times }, token) {
    for (let step = 1; step <= times; step++) {
      say({ method: 'notifications/progress', params: { progressToken: token, progress: step } })
      say({ method: 'notifications/progress', params: { progressToken: token, progress: 0 } })
    }
    answer(id, text('flooded'))
  },
  ids(id) {
    for (const wrong of [String(id), [id], { id }, null, -1, id + 1000, 0.5]) answer(wrong, text('wrong'))
    say({ id, result: text('right') })
    say({ id, result: text('again') })
    say({ id, error: { code: 1, message: 'again' } })
  },
  broken: (id) => say({ id, result: 5 }),
  'broken-error': (id) => say({ id, error: { code: 'x' } }),
  refuse: (id) => say({ id, error: { code: -32602, message: 'no such tool \u202e' } }),
  failed: (id) => answer(id, { ...text('it failed'), isError: true }),
  task: (id) => answer(id, { task: { taskId: '1', status: 'working' } }),
  large: (id, { bytes }) => answer(id, text('x'.repeat(bytes))),
  async ask(id, { asked }) {
    const replies = asked.map(({ method, params }, index) => {
      say({ id: `q${index}`, method, params })
      return new Promise((resolve) => replied.set(`q${index}`, resolve))
    })
    answer(id, text(JSON.stringify(await Promise.all(replies))))
  },
  changes(id) {
    for (let time = 0; time < 3; time++) say({ method: 'notifications/tools/list_changed' })
    answer(id, text('changed'))
  },
  talk(id, { data }) {
    say({ method: 'notifications/message', params: { level: 'info', logger: 'me', data } })
    answer(id, text('talked'))
  },
}
const replied = new Map()
const chores = new Map()
let looks = 0

const lists = {
  plain: () => ({ tools: Object.keys(calls).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
  pages: (cursor) => ({ tools: [{ name: `t${cursor ?? 0}` }], nextCursor: String(Number(cursor ?? 0) + 1) }),
  circle: (cursor) => ({ tools: [{ name: `t${cursor ?? ''}` }], nextCursor: 'a' }),
  many: () => ({ tools: Array.from({ length: 6000 }, (_, index) => ({ name: `t${index}` })) }),
  long: () => ({
    tools: Array.from({ length: 40 }, (_, index) => ({
      name: `t${index}`,
      description: 'x'.repeat(400_000),
    })),
  }),
  odd: () => ({
    tools: [
      null,
      'text',
      {},
      { name: '' },
      { name: 'x'.repeat(10_000) },
      { name: 'same', title: 'first' },
      { name: 'same', title: 'second' },
      {
        name: 'whole',
        title: 7,
        description: ['no text'],
        inputSchema: 'none',
        annotations: { readOnlyHint: 'yes', destructiveHint: false, other: 1 },
        _meta: { 'x/y': [1] },
        unknown: true,
      },
    ],
  }),
  none: () => ({ tools: 'none' }),
}

function chore(id, method, { taskId, arguments: args }) {
  if (method === 'tools/call') {
    chores.set(args.id, Date.now() + args.takesMs)
    answer(id, { task: { taskId: args.id, status: 'working', pollInterval: 1, ttl: null } })
  } else if (method === 'tasks/get') {
    const statusMessage = `looked at ${++looks} times`
    answer(id, { taskId, status: 'working', statusMessage, pollInterval: 1, ttl: null })
  } else if (method === 'tasks/result') {
    const done = () => answer(id, { ...text('done at last'), structuredContent: { id: taskId } })
    setTimeout(done, chores.get(taskId) - Date.now())
  }
}

const methods = {
  initialize(id) {
    const tasks = { requests: { tools: { call: {} } }, cancel: {} }
    const capabilities = { tools: { listChanged: true }, logging: {}, tasks }
    const serverInfo = { name: 'raw', version: '1' }
    answer(id, { protocolVersion: '2025-06-18', capabilities, serverInfo, instructions: 'i'.repeat(50_000) })
  },
  'server/discover'(id) {
    if (mode === 'dies') process.exit(3)
    if (mode === 'hangs') isStuck = true
    say({ id, error: { code: -32601, message: 'unknown' } })
  },
  'tools/list': (id, params) => answer(id, (lists[mode] ?? lists.plain)(params?.cursor)),
  'tools/call'(id, params) {
    if (params.task !== undefined) return chore(id, 'tools/call', params)
    return calls[params.name](id, params.arguments, params._meta?.progressToken)
  },
  'tasks/get': (id, params) => chore(id, 'tasks/get', params),
  'tasks/result': (id, params) => chore(id, 'tasks/result', params),
}

function take(message) {
  process.stderr.write(`${JSON.stringify(message)}\n`)
  const { id, method, params } = message
  if (isStuck || mode === 'silent') return
  if (method === undefined) replied.get(id)?.(message.result ?? message.error)
  else methods[method]?.(id, params)
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) take(JSON.parse(line))
})
if (mode === 'stubborn') {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
  spawn('sleep', ['1000'], { stdio: 'ignore', detached: true }).unref()
} else process.stdin.on('end', () => process.exit(0))

if (mode === 'noise') {
  write('Welcome to the server!\r\n\r\n')
  write(`${'x'.repeat(2_000_000)}\n{"level":"info"}\n[1,2]\nnull\n`)
}
