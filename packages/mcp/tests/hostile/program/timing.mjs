import { said, sleep, tool } from './peer.mjs'

const silence = (method) => (peer) => {
  peer.on[method] = () => {}
}

/** Sends each byte of a text by itself. */
async function slowly(peer, text, ms) {
  for (const byte of Buffer.from(text)) {
    peer.write(Buffer.from([byte]))
    await sleep(ms)
  }
}

/** Answers that come never, too late, too early, or not at the end of a line. */
export const behaviours = {
  'says nothing at all': (peer) => {
    peer.take = () => {}
  },
  'never opens': silence('initialize'),
  'never lists': silence('tools/list'),
  'never returns': silence('tools/call'),
  'never answers to what it does not know': silence('server/discover'),
  'ends at what it does not know': (peer) => {
    peer.on['server/discover'] = () => process.exit(1)
  },
  'opens byte by byte': (peer) => {
    peer.on.initialize = ({ id, params }) =>
      void slowly(
        peer,
        `${JSON.stringify({ jsonrpc: '2.0', id, result: peer.opening(params.protocolVersion) })}\n`,
        400,
      )
  },
  'returns byte by byte': (peer) => {
    peer.on['tools/call'] = ({ id }) =>
      void slowly(peer, `${JSON.stringify({ jsonrpc: '2.0', id, result: said('slow') })}\n`, 200)
  },
  'half an answer': (peer) => {
    peer.on['tools/call'] = ({ id }) => peer.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[`)
  },
  'half an opening': (peer) => {
    peer.on.initialize = ({ id }) => peer.write(`{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":`)
  },
  'answers before it is asked': (peer) => {
    for (let id = 0; id < 20; id += 1) peer.reply(id, { ...said('early'), tools: [tool('early')] })
  },
  'answers the next call as well': (peer) => {
    peer.on['tools/call'] = ({ id, params }) => {
      peer.reply(id + 1, said('a call to come'))
      peer.reply(id, said(`echo: ${params.arguments.text}`))
    }
  },
  'answers again later': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.reply(id, said('first'))
      setTimeout(() => peer.reply(id, said('second')), 20)
    }
  },
  'answers what was given up': (peer) => {
    peer.on['notifications/cancelled'] = ({ params }) => peer.reply(params.requestId, said('after all'))
    peer.on['tools/call'] = ({ id }) => peer.record({ called: id })
  },
  'answers after the end': (peer) => {
    peer.ended = () => {
      for (let id = 0; id < 50; id += 1) peer.reply(id, said('from the grave'))
      setTimeout(() => process.exit(0), 50)
    }
  },
  'works on after the end': (peer) => {
    peer.ended = () => setInterval(() => peer.notify('notifications/tools/list_changed'), 5)
  },
  'progress without an end': (peer) => {
    peer.on['tools/call'] = (message) => {
      let progress = 0
      setInterval(
        () =>
          peer.notify('notifications/progress', { progressToken: peer.token(message), progress: ++progress }),
        20,
      )
    }
  },
  'progress that stops': (peer) => {
    peer.on['tools/call'] = (message) =>
      peer.notify('notifications/progress', { progressToken: peer.token(message), progress: 1 })
  },
  'does not read': (peer) => {
    peer.on['tools/call'] = () => {}
    peer.on['notifications/initialized'] = () => {
      setTimeout(() => process.stdin.pause(), 100)
      setInterval(() => {}, 1000)
    }
  },
  'news before the opening': (peer) => {
    for (let left = 5; left > 0; left -= 1) peer.notify('notifications/tools/list_changed')
    peer.ask('early', 'ping')
  },
  'lists again for ever': (peer) => {
    let lists = 0
    peer.on['tools/list'] = ({ id }) => {
      lists += 1
      if (lists === 1) peer.reply(id, { tools: peer.tools })
      if (lists === 1) setTimeout(() => peer.notify('notifications/tools/list_changed'), 20)
    }
  },
  'lists anew with each list': (peer) => {
    let lists = 0
    peer.on['tools/list'] = ({ id }) => {
      lists += 1
      peer.reply(id, { tools: [tool(`tool${lists % 7}`), ...peer.tools] })
      peer.notify('notifications/tools/list_changed')
    }
  },
  'works without a pause': (peer) => {
    peer.on['tools/call'] = () => {
      for (;;);
    }
  },
}
