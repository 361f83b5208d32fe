import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { folder } from '../../tests/folder.ts'
import { builtinTools } from '../builtin-tools.ts'
import { terminal, type TerminalOptions } from '../../tests/terminal.ts'
import { answeredBy, tool, withTools } from '../../tests/workspace.ts'
import { run } from '../run.ts'

const typed = tool('typed', {
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      deep: { type: 'boolean' },
      list: { type: 'array' },
      any: {},
    },
  },
})

async function printed(
  argv: readonly string[],
  options: TerminalOptions = {},
  ...tools: (typeof typed)[]
): Promise<string> {
  const io = terminal({ cwd: folder(), ...options })
  expect(await run(argv, io, withTools(typed, ...tools))).toBe(0)
  return io.out()
}

const value = async (argv: readonly string[], options: TerminalOptions = {}): Promise<unknown> => {
  const report = JSON.parse(await printed(['call', 'typed', ...argv, '--json'], options)) as { value: string }
  return JSON.parse(report.value)
}

describe('arguments', () => {
  test('as key=value are read by their declared types', async () => {
    expect(await value(['text=5', 'count=5', 'deep=true', 'list=["a=b"]', 'any=null'])).toEqual({
      text: '5',
      count: 5,
      deep: true,
      list: ['a=b'],
      any: null,
    })
    expect(await value(['text=a=b=c'])).toEqual({ text: 'a=b=c' })
    expect(await value([])).toEqual({})
  })

  test('as JSON are taken verbatim, extra keys too', async () => {
    expect(await value(['--args', '{"text":"5","extra":[1]}'])).toEqual({ text: '5', extra: [1] })
    expect(await value(['--args', ''])).toEqual({})
  })

  test('as JSON with keys that an open schema does not declare are warned of', async () => {
    const json = JSON.stringify({ text: 'x', cuont: 1, a: 1, b: 1, c: 1, 'd\u001b[2J': 1 })
    const io = terminal({ cwd: folder() })
    expect(await run(['call', 'typed', '--args', json], io, withTools(typed))).toBe(0)
    expect(io.err()).toContain('millrace: warn: tool "typed" has no argument "cuont" and may ignore it\n')
    expect(io.err()).toContain('did you mean count?')
    expect(io.err()).toMatch(/and 2 more that it does not declare\n$/)
    for (const extra of [{ additionalProperties: true }, { patternProperties: { '^x-': {} } }]) {
      const open = tool('open', { parameters: { type: 'object', properties: {}, ...extra } })
      const quiet = terminal({ cwd: folder() })
      expect(await run(['call', 'open', '--args', '{"x-a":1}'], quiet, withTools(open))).toBe(0)
      expect(quiet.err()).toBe('')
    }
  })

  test('may begin with a byte order mark', async () => {
    const cwd = folder({ 'args.json': '\ufeff{"text":"file"}' })
    expect(await value(['--args', '@args.json'], { cwd })).toEqual({ text: 'file' })
    expect(await value(['--args', '-'], { stdin: ['\ufeff{"text":"piped"}'] })).toEqual({ text: 'piped' })
  })

  test('from the standard input: says where it waits for a person, and where nothing came', async () => {
    const told = async (options: TerminalOptions): Promise<string> => {
      const io = terminal({ cwd: folder(), ...options })
      expect(await run(['call', 'typed', '--args', '-'], io, withTools(typed))).toBe(0)
      return io.err()
    }
    expect(await told({ stdin: ['{}'] })).toBe('')
    expect(await told({ stdin: [' \n'] })).toBe('millrace: warn: the standard input was empty\n')
    expect(await told({ stdin: ['{}'], typesInput: true })).toBe(
      'millrace: reading arguments from the terminal; end with Ctrl-D\n',
    )
  })

  test('come from a file relative to the current folder, whatever --cwd says, or from the standard input', async () => {
    const cwd = folder({ 'args.json': '{"text":"file"}', 'sub/x': '' })
    expect(await value(['--args', '@args.json', '--cwd', 'sub'], { cwd })).toEqual({ text: 'file' })
    expect(await value(['--args', '-'], { stdin: ['{"text":', Buffer.from('"piped"}')] })).toEqual({
      text: 'piped',
    })
  })
})

describe('the card', () => {
  const long = tool('long', {
    execute: async () => Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join('\n'),
  })

  test('is folded, says how to see all, and then shows all', async () => {
    const folded = await printed(['call', 'long'], {}, long)
    expect(folded).toContain('… 28 lines hidden (--expand)')
    expect(await printed(['call', 'long', '--expand'], {}, long)).toContain('line 20')
  })

  test('has colours on a terminal, and by the flags anywhere', async () => {
    expect(await printed(['call', 'long'], { isTTY: true }, long)).toContain('\u001b[32m✓ done\u001b[39m')
    for (const words of [
      ['call', 'long', '--color'],
      ['--color', 'call', 'long'],
    ]) {
      expect(await printed(words, {}, long)).toContain('\u001b[')
    }
    expect(await printed(['call', 'long', '--no-color'], { isTTY: true }, long)).not.toContain('\u001b[')
    expect(await printed(['call', 'long'], { env: { LANG: 'C' } }, long)).toMatch(/^\+ done {2}\* long/)
  })

  test('shows the match in a long line, also where only grep knows its place', async () => {
    const cwd = folder({ 'long.txt': `${'x'.repeat(900)} 4711 ${'y'.repeat(900)}\n` })
    for (const pattern of ['4711', '[0-9]{4}']) {
      const card = await printed(['call', 'grep', `pattern=${pattern}`], { cwd, columns: 50 })
      expect(card).toMatch(/^ {4}1 {2}\+\d+ ….*4711.*… \+\d+$/m)
    }
  })

  test('and the report do not take the lines around a match for matches', async () => {
    const cwd = folder({ 'a.txt': 'before\nTODO\nafter\n' })
    const words = ['call', 'grep', 'pattern=TODO', 'context=1']
    expect(await printed(words, { cwd })).toMatch(
      /1 match in 1 file(?:.*\n){2} {4}1- before\n {4}2 {2}TODO\n {4}3- after/,
    )
    expect(JSON.parse(await printed([...words, '--json'], { cwd }))).toMatchObject({ omitted: null })
  })

  test("is drawn by the tool's presenters", async () => {
    const shell = tool('shell', {
      presentCall: () => ({ card: 'terminal', title: 'npm test' }),
      presentResult: () => ({ card: 'terminal', output: 'expected 3', exitCode: 1 }),
    })
    expect(await printed(['call', 'shell'], {}, shell)).toMatch(
      /^✗ failed {2}❯ shell {2}\$ npm test {2}exit 1/,
    )
  })

  verifies(['contract:R10'], 'and the report show no secret of the arguments', async () => {
    const login = tool('login', {
      parameters: { type: 'object', properties: { user: { type: 'string' }, token: { type: 'string' } } },
      secrets: ['/token'],
      execute: async (args) => String((args as { token: string }).token.length),
      presentCall: (args) => ({ card: 'generic', title: JSON.stringify(args), rawInput: args }),
    })
    const words = ['call', 'login', 'user=ada', 'token=s3cret']
    const card = await printed([...words, '--expand'], {}, login)
    const report = await printed([...words, '--json'], {}, login)
    for (const text of [card, report]) {
      expect(text).toContain('[redacted]')
      expect(text).toContain('ada')
      expect(text).not.toContain('s3cret')
    }
    expect(JSON.parse(report)).toMatchObject({ value: '6' })
  })
})

describe('millrace tools', () => {
  test('is a table of tool, kind, what happens and source', async () => {
    const text = await printed(['tools'])
    expect(text).toMatch(/^tool +kind +what happens +source +description\n/)
    expect(text).toMatch(/^read +read +auto +built in +\S/m)
    expect(text).toMatch(/^grep +search +auto/m)
    expect(text).toMatch(/^edit +edit +deny/m)
    expect(text).toMatch(/^bash +execute +auto or deny/m)
    expect(text).toMatch(/^auto: runs without a question\ndeny: .*--approve-all answers yes\nauto or deny: /m)
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('says of a tool with effects what would happen, and shows hostile descriptions escaped', async () => {
    const write = tool('change', { effects: 'other', description: 'Writes\u001b[2J\u202e. More.' })
    const text = await printed(['tools'], { columns: 140 }, write)
    expect(text).toMatch(/^change +other +deny +host/m)
    expect(text).toContain('deny: somebody would have to be asked, and nobody is here')
    expect(text).toContain(String.raw`Writes\u{1b}[2J\u{202e}.`)
    expect(text).not.toContain('More')
    const io = terminal({ cwd: folder(), columns: 140 })
    expect(await run(['tools'], io, answeredBy({ kind: 'once' }, write))).toBe(0)
    expect(io.out()).toMatch(/^change +other +ask +host/m)
    expect(io.out()).toContain('ask: somebody is asked before it runs')
  })

  test('keeps a description of each on a narrow screen', async () => {
    const text = await printed(['tools'], { columns: 40 })
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect(text).toMatch(/^read\n {2}read, auto, built in\n {2}show a file, or a part of it$/m)
  })

  test('has words for each built-in tool that no screen of 80 columns cuts', async () => {
    const io = terminal({ cwd: folder(), columns: 80, env: { BRAVE_API_KEY: 'k' } })
    expect(await run(['tools'], io)).toBe(0)
    for (const { name } of builtinTools({ BRAVE_API_KEY: 'k' })) {
      expect(io.out()).toMatch(new RegExp(`^${name} .* built in  [a-z][^…]+[a-z]$`, 'm'))
    }
  })

  test('--json prints an array with schemas', async () => {
    const listed = JSON.parse(await printed(['tools', '--json'])) as Record<string, unknown>[]
    expect(listed.map(({ name }) => name)).toEqual([...builtinTools({}).map(({ name }) => name), 'typed'])
    for (const each of listed) {
      expect(Object.keys(each)).toEqual([
        'name',
        'description',
        'parameters',
        'output',
        'kind',
        'source',
        'permission',
      ])
    }
    expect(listed[0]).toMatchObject({
      kind: 'read',
      source: 'built in',
      permission: 'auto',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      output: { oneOf: expect.anything() },
    })
  })
})

describe('one tool', () => {
  const parameters = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where to go.' },
      how: { type: 'string', enum: ['fast', 'slow'], default: 'slow' },
      times: { type: 'array', items: { oneOf: [{ type: 'integer' }, { type: 'string' }] } },
      deep: { type: ['boolean', 'null'] },
      only: { const: 'this' },
      any: {},
    },
    required: ['path', 'how'],
  }
  const go = tool('go', { description: 'Goes somewhere. Then comes back.', parameters })

  test.each([['help'], ['tools']])('is shown in full by millrace %s NAME', async (command) => {
    const cwd = folder({ 'README.md': '' })
    const text = await printed([command, 'go'], { cwd }, go)
    expect(text).toMatch(/^go\nkind other; host; auto: runs without a question\n/)
    expect(text).toContain('Goes somewhere. Then comes back.')
    expect(text).toContain('  path  text, required\n      Where to go.\n')
    expect(text).toContain('  how  "fast" or "slow", required, default "slow"\n')
    expect(text).toContain('  times  list of integer or text\n')
    expect(text).toContain('  deep  true or false or null\n  only  "this"\n  any  anything\n')
    expect(text).toMatch(/Example\n {2}millrace call go path=README\.md how=fast\n$/)
    expect(await printed([command, 'go'], {}, go)).toContain('millrace call go path=… how=fast')
  })

  test('shows what stands in its lists and objects', async () => {
    const text = await printed(['help', 'edit'])
    expect(text).toContain('  edits  list of object, required\n')
    expect(text).toMatch(
      /^ {4}oldText {2}text, required\n {4}newText {2}text, required\n {4}replaceAll {2}true or false\n/m,
    )
    expect(await printed(['help', 'ask_user'])).toMatch(
      /^ {4}options {2}list of object, required\n {6}label {2}text, required$/m,
    )
  })

  test.each(['bash', 'job_list', 'job_output', 'job_stop'])(
    'that has to do with jobs says how long they live: %s',
    async (name) => {
      expect((await printed(['help', name])).replaceAll(/\s+/g, ' ')).toMatch(
        /hosts that live on\. Arguments/,
      )
    },
  )

  test('takes nothing, says so', async () => {
    expect(await printed(['tools', 'bare'], {}, tool('bare'))).toContain('Arguments\n  none\n')
  })

  test('is one object in an array with --json', async () => {
    const listed = JSON.parse(await printed(['tools', 'go', '--json'], {}, go)) as { name: string }[]
    expect(listed.map(({ name }) => name)).toEqual(['go'])
  })
})

describe('a plugin that misbehaves', () => {
  test('is reported on the standard error output, and changes nothing', async () => {
    const io = terminal({ cwd: folder() })
    const open: ReturnType<typeof withTools> = async (root) => {
      const workspace = await withTools(typed)(root)
      workspace.ctx.on('tools/result', () => {
        throw new Error('observer\u001b[2J')
      })
      return workspace
    }
    expect(await run(['call', 'typed'], io, open)).toBe(0)
    expect(io.out()).toMatch(/^✓ done/)
    expect(io.err()).toContain(String.raw`observer\u{1b}[2J`)
  })
})
