import { Peer } from './peer.mjs'

// A server that lies: `node server.mjs KIND/NAME`. It says its own number first, for whoever looks for what outlives it.
const [kind = '', name = ''] = (process.argv[2] ?? '').split('/')
const { behaviours } = await import(`./${kind}.mjs`)
if (!Object.hasOwn(behaviours, name)) {
  console.error(`no behaviour ${name} in ${kind}`)
  process.exit(2)
}
const peer = new Peer()
peer.record({ pid: process.pid })
await behaviours[name](peer)
peer.listen()
