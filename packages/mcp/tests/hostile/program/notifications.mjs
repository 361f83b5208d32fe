import { said, sleep, tool } from './peer.mjs'

/** Says these things in the course of a call, and answers rightly then. */
const during = (say) => (peer) => {
  peer.on['tools/call'] = (message) =>
    void (async () => {
      await say(peer, message)
      peer.reply(message.id, said('right'))
    })()
}

const progress = (...reports) =>
  during((peer, message) => {
    for (const report of reports) {
      peer.notify('notifications/progress', { progressToken: peer.token(message), ...report })
    }
  })

const notice = (method, params) => during((peer) => peer.notify(method, params))

/** News that nobody asked for, of things that are not so, and too much of it. */
export const behaviours = {
  'flood of changes': during(async (peer) => {
    const line = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'.repeat(1000)
    for (let left = 50; left > 0; left -= 1) {
      peer.write(line)
      await sleep(0)
    }
  }),
  'changes in the course of a call': during(async (peer) => {
    peer.tools = [...peer.tools, tool('late')]
    peer.notify('notifications/tools/list_changed')
    await sleep(100)
  }),
  'its own removal in the course of a call': during(async (peer) => {
    peer.tools = [tool('other')]
    peer.notify('notifications/tools/list_changed')
    await sleep(400)
  }),
  'flood of progress of nobody': during(async (peer) => {
    const line =
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}\n'.repeat(
        1000,
      )
    for (let left = 50; left > 0; left -= 1) {
      peer.write(line)
      await sleep(0)
    }
  }),
  'flood of progress': during(async (peer, message) => {
    const token = JSON.stringify(peer.token(message) ?? null)
    for (let at = 0; at < 50; at += 1) {
      const lines = Array.from(
        { length: 1000 },
        (_, index) =>
          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${at * 1000 + index}}}\n`,
      )
      peer.write(lines.join(''))
      await sleep(0)
    }
  }),
  'progress that goes back': progress(
    { progress: 5 },
    { progress: 3 },
    { progress: 3 },
    { progress: -1 },
    { progress: 6 },
  ),
  'progress beyond its end': progress(
    { progress: 10, total: 2 },
    { progress: 11, total: -5 },
    { progress: 12, total: 0 },
  ),
  'progress that is no number': progress({ progress: '1' }, { progress: null }, { progress: {} }, {}),
  'progress beyond numbers': during((peer, message) =>
    peer.write(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(peer.token(message) ?? null)},"progress":1e400,"total":-1e400}}\n`,
    ),
  ),
  'progress with a message that is none': progress(
    { progress: 1, message: 5 },
    { progress: 2, message: { a: 1 } },
  ),
  'progress with orders to the terminal': progress({ progress: 1, message: '\u001b[2J\u202egnp\u0000' }),
  'progress under other tokens': during((peer) => {
    for (const progressToken of [null, {}, [], true, '__proto__', -1, 1e300, '0', 0, 1, 2, 3]) {
      peer.notify('notifications/progress', { progressToken, progress: 1, message: 'not yours' })
    }
  }),
  'progress after the result': (peer) => {
    peer.on['tools/call'] = (message) => {
      peer.reply(message.id, said('right'))
      for (let at = 1; at < 50; at += 1) {
        peer.notify('notifications/progress', { progressToken: peer.token(message), progress: at })
      }
    }
  },
  'progress without anything': notice('notifications/progress'),
  'progress of a list': notice('notifications/progress', [1, 2]),
  'cancels our call': during((peer, { id }) =>
    peer.notify('notifications/cancelled', { requestId: id, reason: 'mine' }),
  ),
  'cancels our opening': during((peer) => peer.notify('notifications/cancelled', { requestId: 0 })),
  'cancels what is not': notice('notifications/cancelled', { requestId: 'x' }),
  'cancels nothing': notice('notifications/cancelled'),
  'cancels an object': notice('notifications/cancelled', { requestId: { a: 1 }, reason: 7 }),
  'of methods that are not': during((peer) => {
    for (const method of [
      'wibble',
      'notifications/wibble',
      '$/cancelRequest',
      '__proto__',
      'constructor',
      '',
    ]) {
      peer.notify(method, { a: 1 })
    }
  }),
  'of methods that are no text': during((peer) => {
    for (const method of [5, null, {}, ['ping'], true]) peer.notify(method, {})
  }),
  'of parameters that are none': during((peer) => {
    for (const params of [5, 'x', null, [1], true]) peer.notify('notifications/tools/list_changed', params)
  }),
  'flood of its log': during(async (peer) => {
    const line =
      '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line of a log"}}\n'
    for (let left = 20; left > 0; left -= 1) {
      peer.write(line.repeat(1000))
      await sleep(0)
    }
  }),
  'log that draws': notice('notifications/message', {
    level: 'info',
    data: '\u001b[2J\u0000\r\n{"forged":true}',
  }),
  'log of no level': notice('notifications/message', { level: 'wibble', data: {} }),
  'that it is ready': notice('notifications/initialized'),
  'of resources': during((peer) => {
    peer.notify('notifications/resources/updated', { uri: 'file:///etc/passwd' })
    peer.notify('notifications/resources/list_changed')
    peer.notify('notifications/prompts/list_changed')
    peer.notify('notifications/roots/list_changed')
  }),
  'of tasks and answers': during((peer) => {
    peer.notify('notifications/tasks/status', { taskId: 'x', status: 'completed' })
    peer.notify('notifications/elicitation/complete', { elicitationId: 'x' })
    peer.notify('notifications/subscriptions/acknowledged', { a: 1 })
  }),
  'changes though it said there were none': (peer) => {
    peer.capabilities = { tools: {} }
    peer.on['tools/call'] = ({ id }) => {
      peer.notify('notifications/tools/list_changed')
      peer.reply(id, said('right'))
    }
  },
}
