import { said, sleep, tool } from './peer.mjs'

const mebibyte = 1024 * 1024
const filler = Buffer.alloc(mebibyte, 'x')

/** Writes without an end, as long as somebody takes it. */
async function forever(peer, bytes) {
  for (;;) {
    peer.write(bytes)
    await sleep(0)
  }
}

/** An answer of which the middle is this many mebibytes long; it is never whole in memory. */
const long =
  (mebibytes, before, after, piece = filler) =>
  (peer, id) => {
    peer.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${before}`)
    for (let left = mebibytes; left > 0; left -= 1) peer.write(piece)
    peer.write(`${after}}\n`)
  }

const onCall = (answer) => (peer) => {
  peer.on['tools/call'] = ({ id }) => answer(peer, id)
}

const pages = (page) => (peer) => {
  let at = 0
  peer.on['tools/list'] = ({ id }) => peer.reply(id, page(at++))
}

/** An endless line, once a message has come. */
const endless = (method) => (peer) => {
  peer.on[method] = ({ id }) => {
    peer.write(`{"jsonrpc":"2.0","id":${id},"result":"`)
    void forever(peer, filler)
  }
}

const text = '{"content":[{"type":"text","text":"'

/** More than anybody can hold. */
export const behaviours = {
  'endless line at the opening': endless('initialize'),
  'endless line for the list': endless('tools/list'),
  'endless line for a call': endless('tools/call'),
  'endless short lines': (peer) => {
    peer.on['tools/list'] = () => void forever(peer, Buffer.from('noise\n'.repeat(10_000)))
  },
  'endless empty lines': (peer) => {
    peer.on['tools/list'] = () => void forever(peer, Buffer.alloc(mebibyte, '\n'))
  },
  'two hundred thousand tools': (peer) => {
    peer.on['tools/list'] = ({ id }) =>
      peer.reply(id, { tools: Array.from({ length: 200_000 }, (_, at) => tool(`tool${at}`)) })
  },
  'six thousand tools in pages': pages((at) => ({
    tools: Array.from({ length: 100 }, (_, index) => tool(`tool${at * 100 + index}`)),
    ...(at < 59 && { nextCursor: `${at}` }),
  })),
  'pages without an end': pages((at) => ({ tools: [tool(`tool${at}`)], nextCursor: `page${at}` })),
  'empty pages without an end': pages((at) => ({ tools: [], nextCursor: `page${at}` })),
  'pages in a ring': pages((at) => ({ tools: [tool(`tool${at % 3}`)], nextCursor: `page${at % 3}` })),
  'cursor of eight megabytes': pages((at) => ({
    tools: [tool('echo')],
    ...(at === 0 && { nextCursor: 'c'.repeat(8 * mebibyte) }),
  })),
  'result of a hundred megabytes': onCall(long(100, text, '"}]}')),
  'text of twelve megabytes': onCall(long(12, text, '"}]}')),
  'a million blocks': onCall((peer, id) => {
    const block = '{"type":"text","text":"a"},'
    peer.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[`)
    const piece = block.repeat(10_000)
    for (let left = 100; left > 0; left -= 1) peer.write(piece)
    peer.write('{"type":"text","text":"end"}]}}\n')
  }),
  'a hundred thousand blocks': onCall((peer, id) =>
    peer.reply(id, { content: Array.from({ length: 100_000 }, () => ({ type: 'text', text: 'a' })) }),
  ),
  'picture of thirty megabytes': onCall(
    long(
      30,
      '{"content":[{"type":"image","mimeType":"image/png","data":"',
      '"}]}',
      Buffer.alloc(mebibyte, 'A'),
    ),
  ),
  'list of a million numbers': onCall((peer, id) =>
    peer.reply(id, {
      content: [],
      structuredContent: { list: Array.from({ length: 1_000_000 }, (_, at) => at) },
    }),
  ),
  'twenty thousand levels': onCall((peer, id) =>
    peer.replyRaw(id, `{"content":[],"structuredContent":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
  ),
  'a million levels': onCall((peer, id) =>
    peer.replyRaw(id, `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  ),
  'a hundred thousand keys': onCall((peer, id) =>
    peer.reply(id, {
      content: [],
      structuredContent: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key${at}`, at])),
    }),
  ),
  'name of five megabytes': (peer) => {
    peer.info = { name: 'n'.repeat(5 * mebibyte), version: 'v'.repeat(mebibyte) }
  },
  'instructions of ten megabytes': (peer) => {
    const plain = peer.opening.bind(peer)
    peer.opening = (version) => ({ ...plain(version), instructions: 'i'.repeat(10 * mebibyte) })
  },
  'banner of two megabytes': (peer) => peer.write(`${'b'.repeat(2 * mebibyte)}\n`),
  'banner of sixty megabytes': (peer) => {
    for (let left = 60; left > 0; left -= 1) peer.write(filler)
    peer.write('\n')
  },
  'a hundred thousand lines of noise': (peer) => peer.write('Listening on nothing at all\n'.repeat(100_000)),
  'message of progress of four megabytes': (peer) => {
    peer.on['tools/call'] = (message) => {
      peer.notify('notifications/progress', {
        progressToken: peer.token(message),
        progress: 1,
        message: 'p'.repeat(4 * mebibyte),
      })
      peer.reply(message.id, said('done'))
    }
  },
  'error of four megabytes': onCall((peer, id) =>
    peer.fail(id, { code: -32000, message: 'e'.repeat(4 * mebibyte), data: 'd'.repeat(4 * mebibyte) }),
  ),
  'failure of four megabytes': onCall((peer, id) =>
    peer.reply(id, { ...said('f'.repeat(4 * mebibyte)), isError: true }),
  ),
  'errors on the side': () => {
    const side = setInterval(() => process.stderr.write(filler), 1)
    side.unref()
  },
  'many messages in one': onCall((peer, id) => {
    const other = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}'
    peer.write(`[${Array(50_000).fill(other).join()},{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}]\n`)
    peer.reply(id, said('after'))
  }),
}
