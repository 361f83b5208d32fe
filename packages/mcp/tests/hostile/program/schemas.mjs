import { echo, said, tool } from './peer.mjs'

const canary = process.env.HOSTILE_CANARY ?? 'http://127.0.0.1:9'

/** Lists a tool of this input schema before one that behaves. */
const input = (inputSchema) => (peer) => {
  peer.tools = [tool('bad', { inputSchema }), echo]
}

/** The same of a schema that is JSON text already. */
const rawInput = (json) => (peer) => {
  const bad = JSON.stringify(tool('bad', { inputSchema: 'HERE' })).replace('"HERE"', json)
  peer.on['tools/list'] = ({ id }) => peer.replyRaw(id, `{"tools":[${bad},${JSON.stringify(echo)}]}`)
}

/** Lists a tool of this output schema, and what it returns. */
const output = (outputSchema, structuredContent) => (peer) => {
  peer.tools = [tool('bad', { outputSchema }), echo]
  const plain = peer.on['tools/call']
  peer.on['tools/call'] = (message) => {
    if (message.params.name !== 'bad') plain(message)
    else
      peer.reply(message.id, {
        ...said('as text'),
        ...(structuredContent !== undefined && { structuredContent }),
      })
  }
}

const nested = (depth) => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`

/** Schemas that are none, never end, or want something fetched. */
export const behaviours = {
  number: input(42),
  absent: input(undefined),
  null: input(null),
  array: input([]),
  'string root': input({ type: 'string' }),
  'unknown type': input({ type: 'wibble' }),
  'types of objects': input({ type: [{}] }),
  'properties that are a number': input({ type: 'object', properties: 7 }),
  'required that is text': input({ type: 'object', required: 'a' }),
  recursive: input({
    type: 'object',
    properties: { node: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  }),
  'reference to itself': input({ $ref: '#' }),
  'references in a ring': input({
    type: 'object',
    properties: { a: { $ref: '#/$defs/a' } },
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  }),
  'a hundred thousand choices': (peer) => {
    const choice = '{"type":"object","properties":{"a":{"const":1}}}'
    rawInput(`{"type":"object","oneOf":[${Array(100_000).fill(choice).join()}]}`)(peer)
  },
  'pattern without an end': input({
    type: 'object',
    properties: { text: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
  }),
  'pattern of names without an end': input({
    type: 'object',
    patternProperties: { '^(a+)+$': { type: 'string' } },
  }),
  'pattern that is none': input({ type: 'object', properties: { text: { type: 'string', pattern: '([' } } }),
  'remote reference': input({ type: 'object', properties: { text: { $ref: `${canary}/schema.json` } } }),
  'remote identifier': input({
    $id: `${canary}/id.json`,
    type: 'object',
    properties: { a: { $ref: 'other.json' } },
  }),
  'remote dialect': input({ $schema: `${canary}/dialect.json`, type: 'object' }),
  'reference to a file': input({ type: 'object', properties: { text: { $ref: 'file:///etc/passwd' } } }),
  'dangling reference': input({ type: 'object', properties: { text: { $ref: '#/nowhere' } } }),
  'reference of no encoding': input({ type: 'object', properties: { text: { $ref: '#/%zz' } } }),
  'twenty thousand levels': rawInput(`{"type":"object","properties":{"a":${nested(20_000)}}}`),
  'five thousand conjunctions': rawInput(`${'{"allOf":['.repeat(5000)}{}${']}'.repeat(5000)}`),
  'a hundred thousand constants': input({
    type: 'object',
    properties: { text: { enum: Array.from({ length: 100_000 }, (_, at) => `c${at}`) } },
  }),
  'property of a prototype': rawInput(
    '{"type":"object","properties":{"__proto__":{"type":"string","polluted":true},"text":{"type":"string"}}}',
  ),
  'required from the prototype': input({ type: 'object', required: ['constructor', 'toString'] }),
  'megabyte of description': input({ type: 'object', description: 'long '.repeat(200_000) }),
  'impossible bounds': input({
    type: 'object',
    properties: { a: { multipleOf: 0 }, b: { minLength: -1 }, c: { minItems: 'x' } },
  }),
  'number beyond numbers': rawInput('{"type":"object","properties":{"a":{"maximum":1e400}}}'),
  'constant of twenty digits': rawInput(
    '{"type":"object","properties":{"a":{"const":12345678901234567890}}}',
  ),
  'name twice': rawInput('{"type":"object","type":"string","properties":{}}'),
  'draft of long ago': input({
    id: 'x',
    type: 'object',
    properties: { a: { type: 'number', minimum: 0, exclusiveMinimum: true } },
  }),
  contradiction: input({ type: 'object', required: ['a'], properties: {}, additionalProperties: false }),
  'output that is none': output({ type: 'wibble' }, { a: 1 }),
  'output that is not kept': output(
    { type: 'object', required: ['a'], properties: { a: { type: 'number' } } },
    { a: 'x' },
  ),
  'output that is missing': output({ type: 'object', required: ['a'] }),
  'output by remote reference': output({ $ref: `${canary}/output.json` }, { a: 1 }),
  'output pattern without an end': output(
    { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    { text: `${'a'.repeat(64)}!` },
  ),
}
