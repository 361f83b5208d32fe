import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { said } from './peer.mjs'

const at =
  (method, leave = () => process.exit(3)) =>
  (peer) => {
    peer.on[method] = (message) => leave(peer, message)
  }

/** A program that lives on; it holds the standard output unless told otherwise. */
function child(
  peer,
  options = {},
  script = 'process.on("SIGTERM",()=>{});process.on("SIGHUP",()=>{});setInterval(()=>{},1000)',
) {
  const started = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  })
  peer.record({ pid: started.pid })
  started.unref()
}

function deaf(peer) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => {})
  peer.ended = () => setInterval(() => {}, 1000)
}

/** Programs that end where they should not, and others that do not where they should. */
export const behaviours = {
  'at once': () => process.exit(0),
  'at once with a word': () => {
    console.error('cannot read \u001b[31m/etc/hostile.conf')
    process.exit(1)
  },
  'at once by a signal': () => process.kill(process.pid, 'SIGKILL'),
  'with a crash': () => {
    throw new Error('a crash')
  },
  'at the opening': at('initialize'),
  'in the middle of the opening': at('initialize', (peer, { id }) => {
    peer.write(`{"jsonrpc":"2.0","id":${id},"result":{`)
    process.exit(0)
  }),
  'once it is open': at('notifications/initialized'),
  'at the list': at('tools/list'),
  'after the list': at('tools/list', (peer, { id }) => {
    peer.reply(id, { tools: peer.tools })
    process.exit(0)
  }),
  'at a call': at('tools/call'),
  'in the middle of an answer': at('tools/call', (peer, { id }) => {
    peer.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"ha`)
    process.exit(0)
  }),
  'with an answer that lacks its end of line': at('tools/call', (peer, { id }) => {
    peer.write(JSON.stringify({ jsonrpc: '2.0', id, result: said('whole') }))
    process.exit(0)
  }),
  'after an answer': at('tools/call', (peer, { id }) => {
    peer.reply(id, said('right'))
    process.exit(0)
  }),
  'by a signal at a call': at('tools/call', () => process.kill(process.pid, 'SIGKILL')),
  'closes what it writes to': at('tools/call', () => {
    closeSync(1)
    setInterval(() => {}, 1000)
  }),
  'closes what it reads from': at('tools/call', (peer, { id }) => {
    process.stdin.destroy()
    peer.reply(id, said('right'))
    setInterval(() => {}, 1000)
  }),
  'is deaf to signals': deaf,
  'is deaf and busy': (peer) => {
    deaf(peer)
    peer.on['tools/call'] = ({ id }) => {
      peer.reply(id, said('right'))
      setImmediate(() => {
        for (;;);
      })
    }
  },
  'leaves a child': (peer) => child(peer),
  'leaves a child of another session': (peer) => child(peer, { detached: true }),
  'leaves a silent child of another session': (peer) => child(peer, { detached: true, stdio: 'ignore' }),
  'leaves a child that leaves one': (peer) =>
    child(
      peer,
      { detached: true, stdio: 'ignore' },
      `const {spawn}=require('node:child_process');const {appendFileSync}=require('node:fs');
       const one=spawn(process.execPath,['-e','setInterval(()=>{},1000)'],{detached:true,stdio:'ignore'});
       if(process.env.HOSTILE_RECORD)appendFileSync(process.env.HOSTILE_RECORD,JSON.stringify({pid:one.pid})+'\\n');one.unref();process.exit(0)`,
    ),
  'leaves a child and goes': (peer) => {
    child(peer)
    peer.on['tools/call'] = () => process.exit(0)
  },
}
