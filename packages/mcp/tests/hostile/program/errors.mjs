import { said } from './peer.mjs'

/** Answers a call by this error. */
const error = (value) => (peer) => {
  peer.on['tools/call'] = ({ id }) => peer.send({ jsonrpc: '2.0', id, error: value })
}

/** Answers a call by this result. */
const result = (value) => (peer) => {
  peer.on['tools/call'] = ({ id }) => peer.send({ jsonrpc: '2.0', id, result: value })
}

const blocks = (...content) => result({ content })

/** Answers the opening by this result. */
const opening = (change) => (peer) => {
  const plain = peer.opening.bind(peer)
  peer.opening = (version) => change(plain(version))
}

/** Answers the list by this result. */
const list = (value) => (peer) => {
  peer.on['tools/list'] = ({ id }) => peer.send({ jsonrpc: '2.0', id, result: value })
}

/** A picture of one grey dot that says it has 60,000 by 60,000. */
const vast = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 6, 0, 0, 0, 0, 0, 0, 0]),
]).toString('base64')

/** Answers of shapes that are none. */
export const behaviours = {
  'error that is text': error('no'),
  'error that is null': error(null),
  'error that is a number': error(-32000),
  'error that is a list': error([]),
  'error that is empty': error({}),
  'code that is text': error({ code: 'E', message: 'm' }),
  'code that is a fraction': error({ code: 1.5, message: 'm' }),
  'message that is missing': error({ code: -32000 }),
  'message that is an object': error({ code: -32000, message: { a: 1 } }),
  'message that draws': error({ code: -32000, message: '\u001b[2J\u202eon\u0000\r\nforged' }),
  'wants an address opened': error({
    code: -32042,
    message: 'open',
    data: { elicitations: [{ mode: 'url', url: 'file:///etc/passwd', message: 'x', elicitationId: 'x' }] },
  }),
  'wants an address opened, wrongly': error({ code: -32042, message: 'open', data: 7 }),
  'result that is null': result(null),
  'result that is text': result('done'),
  'result that is a list': result([]),
  'result of long ago': result({ toolResult: 'x' }),
  'result that is empty': result({}),
  'content that is null': result({ content: null }),
  'content that is text': result({ content: 'done' }),
  'content that is an object': result({ content: { type: 'text', text: 'x' } }),
  'blocks that are none': blocks(1, null, 'x', [], { type: 'text', text: 'kept' }),
  'block without a type': blocks({ text: 'x' }, { type: 'text', text: 'kept' }),
  'block of an unknown type': blocks(
    { type: 'error', text: 'x' },
    { type: '__proto__' },
    { type: 5 },
    { type: 'text', text: 'kept' },
  ),
  'text that is a number': blocks({ type: 'text', text: 5 }, { type: 'text', text: 'kept' }),
  'picture that is none': blocks(
    { type: 'image', data: '!!!!', mimeType: 'image/png' },
    { type: 'text', text: 'kept' },
  ),
  'picture that is a page': blocks(
    { type: 'image', data: 'PHN2Zz4=', mimeType: 'text/html' },
    { type: 'text', text: 'kept' },
  ),
  'picture of vast extent': blocks(
    { type: 'image', data: vast, mimeType: 'image/png' },
    { type: 'text', text: 'kept' },
  ),
  'link to a file': blocks(
    { type: 'resource_link', uri: 'file:///etc/passwd', name: 'p' },
    { type: 'text', text: 'kept' },
  ),
  'link to a script': blocks(
    { type: 'resource_link', uri: 'javascript:alert(1)', name: 'p' },
    { type: 'text', text: 'kept' },
  ),
  'resource without content': blocks(
    { type: 'resource', resource: { uri: 'file:///etc/passwd' } },
    { type: 'text', text: 'kept' },
  ),
  'failure without words': result({ isError: true, content: [] }),
  'failure that is text': result({ isError: 'true', content: [{ type: 'text', text: 'kept' }] }),
  'structure that is null': result({ content: [{ type: 'text', text: 'kept' }], structuredContent: null }),
  'kind of result that is none': result({ resultType: 'wibble', ...said('kept') }),
  'task that nobody asked for': result({ resultType: 'task', task: { taskId: 'x', status: 'working' } }),
  'input that is required': result({
    resultType: 'input_required',
    inputRequests: { a: { method: 'roots/list' } },
  }),
  'notes that are none': result({ _meta: 7, ...said('kept') }),
  'opening of no version': opening(({ capabilities, serverInfo }) => ({ capabilities, serverInfo })),
  'opening of a version to come': opening((plain) => ({ ...plain, protocolVersion: '2999-01-01' })),
  'opening of a version that is a number': opening((plain) => ({ ...plain, protocolVersion: 5 })),
  'opening without capabilities': opening(({ protocolVersion, serverInfo }) => ({
    protocolVersion,
    serverInfo,
  })),
  'opening without a name': opening(({ protocolVersion, capabilities }) => ({
    protocolVersion,
    capabilities,
  })),
  'opening that is null': opening(() => null),
  'opening by an error': (peer) => {
    peer.on.initialize = ({ id }) => peer.fail(id, { code: -32600, message: 'go away' })
  },
  'list that is missing': list({}),
  'list that is null': list({ tools: null }),
  'list that is an object': list({ tools: { echo: {} } }),
  'list of what is none': list({
    tools: [null, 5, 'echo', [], {}, { name: 'echo', inputSchema: { type: 'object' } }],
  }),
  'list by an error': (peer) => {
    peer.on['tools/list'] = ({ id }) => peer.fail(id, { code: -32603, message: 'no list' })
  },
  'next page that is a number': list({ tools: [], nextCursor: 5 }),
  'discovery that is none': (peer) => {
    peer.on['server/discover'] = ({ id }) => peer.reply(id, { supportedVersions: 5, capabilities: null })
  },
  'discovery of versions to come': (peer) => {
    peer.on['server/discover'] = ({ id }) =>
      peer.reply(id, {
        resultType: 'complete',
        supportedVersions: ['2999-01-01'],
        capabilities: {},
        serverInfo: peer.info,
      })
  },
}
