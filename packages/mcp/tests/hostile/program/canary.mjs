import { said, tool } from './peer.mjs'

/** A server that does everything right. */
export const behaviours = {
  calm(peer) {
    peer.tools = [tool('sing', { inputSchema: { type: 'object', properties: { note: { type: 'number' } } } })]
    peer.on['tools/call'] = ({ id, params }) => peer.reply(id, said(`la ${params.arguments.note}`))
  },
}
