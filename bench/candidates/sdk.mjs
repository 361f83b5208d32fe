import { operation } from '../harness/operation.mjs'
import { openHost } from './host.mjs'

const text = (/** @type {string} */ description) => ({ type: 'string', description })
const user = {
  type: 'object',
  additionalProperties: false,
  properties: { login: { type: 'string', required: true }, id: { type: 'integer' } },
}

/** A tool of a usual size: six arguments, and a list of objects as the result. @param {(spec: any) => any} defineTool @param {number} at */
function listing(defineTool, at) {
  return defineTool({
    name: `repos_list_${at}`,
    description: `Lists the things of kind ${at}. They come in the order of their creation, with what belongs to each.`,
    parameters: {
      owner: { ...text('The account that owns the repository.'), required: true },
      repo: { ...text('The name of the repository.'), required: true },
      state: { ...text('Which ones.'), enum: ['open', 'closed', 'all'] },
      perPage: { type: 'integer', description: 'How many at once.' },
      labels: { type: 'array', items: { type: 'string' } },
      after: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
    output: { schema: page, render: () => [] },
    execute: async () => ({ items: [] }),
  })
}

const item = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'integer', required: true }, title: { type: 'string' }, user },
}
const page = {
  type: 'object',
  additionalProperties: false,
  properties: {
    items: { type: 'array', items: item, required: true },
    next: { oneOf: [{ type: 'string' }, { type: 'null' }] },
  },
}

const isWhole = (/** @type {string} */ sdk) => sdk.includes('repos_list_0') && sdk.includes('ToolCallError')

/** The text for tools that were never rendered, each time. @param {{ product: 'dsh' | 'millrace', size: number }} options */
export async function render({ product, size }) {
  const { defineTool } = await openHost(product)
  const definitions = Array.from({ length: size }, (_, at) => listing(defineTool, at))
  return product === 'dsh' ? renderDsh(definitions) : renderMillrace(definitions)
}

/** @param {any[]} definitions */
async function renderDsh(definitions) {
  const { renderToolsSdk, renderToolsSdkPy } = await import('@deepseek-ai/dsh-tools')
  const schemas = definitions.map(({ name, description, parameters, output }) => {
    return { name, description, parameters, output: output.schema }
  })
  return {
    typescript: await operation(() => renderToolsSdk(schemas), { check: isWhole }),
    python: await operation(() => renderToolsSdkPy(schemas), { check: isWhole }),
  }
}

/** @param {any[]} definitions */
async function renderMillrace(definitions) {
  const { sdkText } = await import('@millrace/code-mode')
  const fresh = () => definitions.map((definition) => ({ ...definition }))
  const frozen = Object.freeze(definitions)
  /** @param {string} language */
  const oneMore = (language) => () => sdkText([...definitions.slice(1), { ...definitions[0] }], language)
  const cached = () => {
    let found = 0
    for (let turn = 0; turn < 1000; turn++) found += sdkText(frozen, 'typescript').length
    return found
  }
  return {
    typescript: await operation(() => sdkText(fresh(), 'typescript'), { check: isWhole }),
    python: await operation(() => sdkText(fresh(), 'python'), { check: isWhole }),
    typescriptOne: await operation(oneMore('typescript'), { check: isWhole }),
    pythonOne: await operation(oneMore('python'), { check: isWhole }),
    cached: await operation(cached, { per: 1000, check: (length) => length > 0 }),
  }
}
