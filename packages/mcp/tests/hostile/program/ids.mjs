import { said } from './peer.mjs'

/** Answers a call under another id first, and rightly afterwards. */
const first = (change) => (peer) => {
  peer.on['tools/call'] = ({ id }) => {
    peer.send({ jsonrpc: '2.0', result: said('wrong'), ...change(id) })
    peer.reply(id, said('right'))
  }
}

/** Answers a call in this shape, and never rightly. */
const only = (make) => (peer) => {
  peer.on['tools/call'] = ({ id }) => peer.send(make(id))
}

/** Answers under ids that are another's, twice, or none. */
export const behaviours = {
  'of nobody': first((id) => ({ id: id + 999 })),
  'as text': first((id) => ({ id: String(id) })),
  'as text with a space': first((id) => ({ id: ` ${id}` })),
  'as another spelling of the number': first((id) => ({ id: `${id}.0` })),
  null: first(() => ({ id: null })),
  absent: first(() => ({})),
  'a fraction': first((id) => ({ id: id + 0.5 })),
  'too large for numbers': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.write(`{"jsonrpc":"2.0","id":1${'0'.repeat(400)},"result":${JSON.stringify(said('wrong'))}}\n`)
      peer.reply(id, said('right'))
    }
  },
  'an object': first((id) => ({ id: { id } })),
  'a list': first((id) => ({ id: [id] })),
  'less than nothing': first((id) => ({ id: -id - 1 })),
  true: first(() => ({ id: true })),
  'of a prototype': first(() => ({ id: '__proto__' })),
  'a name that objects have': first(() => ({ id: 'constructor' })),
  'of the opening': first(() => ({ id: 0 })),
  'twice with another answer': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.reply(id, said('right'))
      peer.reply(id, said('wrong'))
      peer.fail(id, { code: -1, message: 'wrong' })
    }
  },
  'a thousand times': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      for (let left = 1000; left > 0; left -= 1) peer.reply(id, said('right'))
    }
  },
  'error of nobody': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.fail(null, { code: -32700, message: 'wrong' })
      peer.fail('x', { code: -32700, message: 'wrong' })
      peer.reply(id, said('right'))
    }
  },
  'request under our id': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.ask(id, 'ping')
      peer.ask(id, 'roots/list')
      peer.reply(id, said('right'))
    }
  },
  'request without an id that counts': (peer) => {
    peer.on['tools/call'] = ({ id }) => {
      peer.ask(null, 'ping')
      peer.ask({}, 'ping')
      peer.ask([], 'roots/list')
      peer.reply(id, said('right'))
    }
  },
  'result and error': only((id) => ({
    jsonrpc: '2.0',
    id,
    result: said('both'),
    error: { code: 1, message: 'both' },
  })),
  'neither result nor error': only((id) => ({ jsonrpc: '2.0', id })),
  'result and method': only((id) => ({ jsonrpc: '2.0', id, method: 'ping', result: said('both') })),
  'another protocol': only((id) => ({ jsonrpc: '1.0', id, result: said('old') })),
  'no protocol': only((id) => ({ id, result: said('none') })),
  'in a list': only((id) => [{ jsonrpc: '2.0', id, result: said('listed') }]),
  'fields beside': only((id) => ({ jsonrpc: '2.0', id, result: said('right'), extra: 1, method2: 'x' })),
}
