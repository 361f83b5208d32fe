// A workbench with the sessions of a real agent, short, long and in one program, and one that is written while it is
// looked at; told by its parent what to do.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions } from '@millrace/agent/session'
import { CodeMode, programPresenter, provideCodeRuntime } from '@millrace/code-mode'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { commandEnvironment, ConfinedRoot, openProcesses, privateDisk, SpillStore } from '@millrace/host'
import { scriptedModel, setupAgents } from '@millrace/testkit'
import { commandTools, confinedFiles, hostProcesses, workspaceTools } from '@millrace/toolbox'
import { serveWeb } from '@millrace/web'

const [token = '', few = '100', many = '10000', nested = '1000'] = process.argv.slice(2)
const base = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
const folder = join(base, 'work')
const files = 40

mkdirSync(join(folder, 'src'), { recursive: true })
for (let file = 0; file < files; file++) writeFileSync(join(folder, nameOf(file)), textOf(file))

const confined = confinedFiles(await ConfinedRoot.open(folder))
const processes = openProcesses()
const env = commandEnvironment(process.env)
const commands = hostProcesses({ processes, spill: () => SpillStore.open(), files: confined, env })
const tools = [...workspaceTools(confined), ...commandTools(commands)]
const store = jsonlSessions(await privateDisk(join(base, 'sessions')))
const setup = await setupAgents({ tools, store })
provideCodeRuntime(setup.ctx, inlineRuntime())
await setup.ctx.plugin(CodeMode, { limits: { calls: 2 * Number(nested) } })

/** Ids of the sessions by what they are called here. @type {Record<string, string>} */
const ids = {
  few: await played(Number(few)),
  many: await played(Number(many)),
  program: await programmed(Number(nested)),
}
const live = await store.create({ id: 'live', cwd: folder, principal: 'user', versions: {}, tools: {} })
ids['live'] = live.header.id

/** Where logs can be read on, by session and by the number of the event that comes next there. */
const places = new Map()

const served = await serveWeb(/** @type {any} */ (host()), { port: 0, token })

process.on('message', async (/** @type {any} */ { seconds, perSecond }) => {
  await write(seconds, perSecond)
  process.send?.({ next: live.next })
})
process.on('disconnect', async () => {
  await served.close()
  await live.close()
  await setup.dispose()
  rmSync(base, { recursive: true })
})
process.send?.({ port: served.port, ids })

/** What the page asks for. */
function host() {
  const presenters = (/** @type {string} */ name) =>
    name === 'run_code' ? programPresenter : tools.find((tool) => tool.name === name)
  const open = async (/** @type {string} */ id) => ({
    header: (await store.read(id)).header,
    presenters,
    activity: () => (id === 'live' ? { at: 'here', status: 'running' } : { at: 'nowhere', canGoOn: false }),
    async *pages(/** @type {number} */ after) {
      const known = [...places.keys()].filter((key) => key.startsWith(`${id} `))
      const from = Math.max(
        0,
        ...known.map((key) => Number(key.split(' ').at(-1))).filter((seq) => seq <= after + 1),
      )
      for await (const { events, next } of store.pages(id, places.get(`${id} ${from}`))) {
        places.set(`${id} ${next.seq}`, next)
        yield events.filter(({ seq }) => seq > after)
      }
    },
    tail: (/** @type {number} */ mostBytes) => store.tail(id, mostBytes),
    watch: (/** @type {any} */ listener) =>
      id === 'live' ? live.watch((event) => listener.event(event)) : () => {},
    close: () => {},
  })
  const nothing = () => () => {}
  return {
    about: async () => ({
      version: '0.1.0',
      folder,
      folderName: '~/work',
      mode: 'default',
      modes: ['default'],
    }),
    sessions: {
      list: async () => ({ sessions: [], damaged: [] }),
      open,
      value: async () => ({ kind: 'not-recorded' }),
    },
    desk: { questions: () => [], forms: () => [], watch: nothing, attend: nothing },
    catalogue: { tools: async () => [], servers: async () => [] },
  }
}

/** A session of so many calls of all kinds, some of which fail. */
async function played(/** @type {number} */ calls) {
  let made = 0
  const script = scriptedModel(() => {
    if (made >= calls) return 'All of that is done: see the **summary** in `src/part-0.ts`.'
    const some = Array.from({ length: Math.min(4, calls - made) }, () => callOf(made++))
    const text = `Part ${made}: I look at \`${nameOf(made % files)}\` and change what is slow in it.\n\n- first the reads\n- then the *edit*`
    return {
      text: [text],
      calls: some,
      ...(made % 12 === 0 && { reasoning: 'What is slow may be the loop. '.repeat(8) }),
    }
  })
  // It keeps what it was asked, which would be the whole session again for each step.
  const ask = (/** @type {any} */ request, /** @type {any} */ options) =>
    script.ask({ ...request, messages: request.messages.slice(-1) }, options)
  const agent = await setup.agent({ ...script, ask }, { cwd: folder, limits: { steps: calls + 1 } })
  await agent.send('Make the parts faster, one after the other')
  return agent.session.header.id
}

/** A session whose calls are made within one program. */
async function programmed(/** @type {number} */ calls) {
  const code = `let total = 0
for (let at = 0; at < ${calls}; at++) {
  const { text } = await tools.read({ path: \`src/part-\${at % ${files}}.ts\`, limit: 20 })
  total += String(text).length
}
return total`
  const call = { name: 'run_code', arguments: { description: 'counts what the parts have', code } }
  const agent = await setup.agent([{ text: 'A program counts them.', calls: [call] }, 'It counted them.'], {
    cwd: folder,
    presentAs: 'both',
  })
  await agent.send('How much text is in the parts?')
  return agent.session.header.id
}

/** One call of an agent that works on a project. */
function callOf(/** @type {number} */ at) {
  const path = nameOf(at % files)
  if (at % 17 === 16) return { name: 'read', arguments: { path: 'src/not-there.ts' } }
  switch (at % 8) {
    case 0:
      return {
        name: 'bash',
        arguments: {
          command: `seq ${at} ${at + 30} && echo "tests of ${path}" && exit ${Number(at % 24 === 0)}`,
        },
      }
    case 1:
      return { name: 'grep', arguments: { pattern: 'return value', path, context: 1, maxResults: 12 } }
    case 3:
    case 6:
      return {
        name: 'edit',
        arguments: {
          path,
          edits: [
            { oldText: lineOf(at % files, 3), newText: lineOf(at % files, 3) + ' // once' },
            { oldText: ' // once', newText: '' },
          ].slice(0, 2),
        },
      }
    case 5:
      return { name: 'glob', arguments: { pattern: 'src/*1*.ts' } }
    default:
      return { name: 'read', arguments: { path, offset: 1 + (at % 30), limit: 40 } }
  }
}

/** @param {number} file */
function nameOf(file) {
  return `src/part-${file}.ts`
}

/** @param {number} file @param {number} line */
function lineOf(file, line) {
  return `export const value${line}of${file} = (given: number): number => given * ${line} + ${file}`
}

/** @param {number} file */
function textOf(file) {
  return Array.from({ length: 80 }, (_, line) =>
    line % 4 === 3
      ? lineOf(file, line)
      : `// step ${line}: the return value of the one before it is read here`,
  ).join('\n')
}

/** Writes so many events a second for a while: words of an answer, and calls among them. */
async function write(/** @type {number} */ seconds, /** @type {number} */ perSecond) {
  const begin = performance.now()
  for (let count = 0; count < seconds * perSecond;) {
    const due = Math.min(seconds * perSecond, ((performance.now() - begin) / 1000) * perSecond)
    for (; count < due; count++) writeOne(count)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The words of the step so far. */
let said = ''

/** A step of a hundred events: what is said word by word, and two calls. @param {number} count */
function writeOne(count) {
  const [turn, step, at] = [1, 1 + Math.floor(count / 100), count % 100]
  const callId = `live-${live.next - (at === 97 || at === 99 ? 1 : 0)}`
  if (at < 95) {
    const text = `word ${count} of an answer at ${Date.now()} `
    said += text
    live.append('assistant/chunk', { turn, step, kind: 'text', text })
  } else if (at === 95) {
    const message = {
      role: /** @type {const} */ ('assistant'),
      content: [{ type: /** @type {const} */ ('text'), text: said }],
    }
    live.append('assistant/message', { turn, step, message, finish: 'tool-calls' })
    said = ''
  } else if (at === 96 || at === 98) {
    live.append('tool/call', {
      turn,
      step,
      callId,
      name: 'bash',
      arguments: JSON.stringify({ command: `echo ${count}` }),
    })
  } else {
    const content = [{ type: /** @type {const} */ ('text'), text: `${count}\n` }]
    live.append('tool/result', { turn, step, callId, callSeq: live.next - 1, isError: false, content })
  }
}
