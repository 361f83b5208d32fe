import { gzipSync } from 'node:zlib'
import { said, sleep, tool } from './peer.mjs'

/** Answers a call with these bytes around the text of the result. */
const around = (make) => (peer) => {
  peer.on['tools/call'] = ({ id }) =>
    make(peer, (text) => `{"jsonrpc":"2.0","id":${id},"result":${text}}`, id)
}

const result = (text) => `{"content":[{"type":"text","text":"${text}"}]}`

/** A result whose text has these bytes in it. */
const bytes = (...list) =>
  around((peer, answer) => {
    const [before, after] = answer(result('a|b')).split('|')
    peer.write(Buffer.concat([Buffer.from(before), Buffer.from(list), Buffer.from(`${after}\n`)]))
  })

/** Sends each message by another spelling of the same. */
const spelled = (spell) => (peer) => {
  peer.send = (message) => peer.write(spell(JSON.stringify(message)))
}

/** Puts something before what is said rightly. */
const before = (text) => (peer) => {
  const plain = peer.send.bind(peer)
  peer.send = (message) => {
    peer.write(text)
    plain(message)
  }
}

/** Bytes that are no text, texts that are no JSON, and JSON that two readers read in two ways. */
export const behaviours = {
  'bytes that are no UTF-8': bytes(0xff, 0xfe, 0xc3, 0x28),
  'a slash that is too long': bytes(0xc0, 0xaf, 0xe0, 0x80, 0xaf),
  'half a character at the end': bytes(0xf0, 0x9f, 0x98),
  'surrogates as bytes': bytes(0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80),
  'beyond the last character': bytes(0xf4, 0x90, 0x80, 0x80),
  'a zero byte': bytes(0x00),
  'a bare control character': bytes(0x07, 0x1b),
  'no UTF-8 in a name': (peer) => {
    peer.on['tools/list'] = ({ id }) => {
      const [head, tail] = JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { tools: [tool('a|b'), ...peer.tools] },
      }).split('|b"')
      peer.write(Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from(`b"${tail}\n`)]))
    }
  },
  'a mark at the beginning': (peer) => peer.write('\ufeff'),
  'a mark on each line': spelled((text) => `\ufeff${text}\n`),
  'two bytes for each character': around((peer, answer, id) => {
    peer.write(Buffer.from(`${answer(result('wide'))}\n`, 'utf16le'))
    peer.write('\n')
    peer.reply(id, said('narrow'))
  }),
  'half a character, escaped': around((peer, answer) =>
    peer.write(`${answer(result('a\\ud83d b\\udc00'))}\n`),
  ),
  'half a character in a key': around((peer, answer) =>
    peer.write(`${answer('{"content":[],"structuredContent":{"\\ud800":1}}')}\n`),
  ),
  'zero, escaped': around((peer, answer) => peer.write(`${answer(result('a\\u0000b'))}\n`)),
  'line ends of another system': spelled((text) => `${text}\r\n`),
  'line ends of another age': around((peer, answer, id) => {
    peer.write(`${answer(result('old'))}\r`)
    peer.write('\n')
    peer.reply(id, said('twice'))
  }),
  'separators of lines and paragraphs': around((peer, answer) =>
    peer.write(`${answer(result('a\u2028b\u2029c'))}\n`),
  ),
  'byte by byte': (peer) => {
    const queue = []
    let busy = false
    peer.send = (message) => {
      queue.push(...Buffer.from(`${JSON.stringify(message)}\n`))
      if (busy) return
      busy = true
      void (async () => {
        for (let at = 0; queue.length > 0; at += 1) {
          peer.write(Buffer.from([queue.shift()]))
          if (at % 16 === 0) await sleep(0)
        }
        busy = false
      })()
    }
  },
  'split inside a character': around((peer, answer) => {
    const all = Buffer.from(`${answer(result('😀'))}\n`)
    const at = all.indexOf(0xf0) + 2
    peer.write(all.subarray(0, at))
    setTimeout(() => peer.write(all.subarray(at)), 30)
  }),
  'many in one piece': around((peer, answer, id) => {
    const news = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n'
    peer.write(`${news.repeat(20)}${answer(result('one'))}\n${news}`)
    peer.record({ id })
  }),
  'blank lines': before('\n\n \n\t\n'),
  'space around': spelled((text) => ` \t ${text} \t \n`),
  'a banner': before('Server ready on stdio\n{not json}\n[1,2\n'),
  'a comma too many': around((peer, answer, id) => {
    peer.write(`${answer(result('comma')).replace(/}$/, ',}')}\n`)
    peer.reply(id, said('right'))
  }),
  'not a number': around((peer, answer) =>
    peer.write(`${answer('{"content":[],"structuredContent":{"a":NaN}}')}\n`),
  ),
  'number beyond numbers': around((peer, answer) =>
    peer.write(`${answer('{"content":[{"type":"text","text":"1e400"}],"structuredContent":{"a":1e400}}')}\n`),
  ),
  'number of twenty digits': around((peer, answer) =>
    peer.write(
      `${answer('{"content":[{"type":"text","text":"{\\"id\\":4611686018427387905}"}],"structuredContent":{"id":4611686018427387905}}')}\n`,
    ),
  ),
  'the same key twice': around((peer, answer) =>
    peer.write(`${answer('{"content":[{"type":"text","text":"two"}],"structuredContent":{"a":1,"a":2}}')}\n`),
  ),
  'key of a prototype': around((peer, answer) =>
    peer.write(
      `${answer('{"content":[],"structuredContent":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}')}\n`,
    ),
  ),
  'packed lines': around((peer, answer, id) => {
    peer.write(Buffer.concat([gzipSync(answer(result('packed'))), Buffer.from('\n')]))
    peer.reply(id, said('open'))
  }),
  'headers before each message': before('Content-Length: 120\r\nContent-Type: application/json\r\n\r\n'),
}
