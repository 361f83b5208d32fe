import { createScope } from '@millrace/scope'
import { defineTool } from '@millrace/tools'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, failed, setup, tool } from './support/setup.ts'

describe('the error of an unknown tool', () => {
  verifies(['contract:O6'], 'comes with the nearest name', async () => {
    const { tools, call } = await setup({ name: 'read_file' })
    tools.register(tool({ name: 'write_file' }))
    const { error } = failed(await call('raed_file'))
    expect(error.message).toMatch(/unknown tool "raed_file".*"?read_file"?/)
    expect(error.message).not.toContain('write_file')
    expect(failed(await call('something-else-entirely')).error.message).not.toContain('read_file')
  })

  verifies(['contract:O6', 'contract:X6'], 'never tells of a tool that the caller may not see', async () => {
    const { ctx, tools, call } = await setup({ name: 'deploy_prod' })
    tools.register(tool({ name: 'list' }))
    const [restricted, other] = [agentNamed('restricted'), agentNamed('other')]
    createScope(ctx, restricted).ctx.tools.restrict({ allow: ['list'] })
    createScope(ctx, other).ctx.tools.register(tool({ name: 'deploy_test' }))
    for (const name of ['deploy_prod', 'deploy_prd', 'deploy_tes']) {
      const { error } = failed(await call(name, {}, { agent: restricted }))
      expect(error.message.replace(`"${name}"`, '')).not.toMatch(/deploy/)
    }
    expect(failed(await call('deploy_prd')).error.message).toContain('deploy_prod')
    expect(failed(await call('deploy_tes')).error.message).not.toContain('deploy_test')
    expect(failed(await call('deploy_tes', {}, { agent: other })).error.message).toContain('deploy_test')
  })

  verifies(['contract:O6'], 'stays short and safe for any name', async () => {
    const { call } = await setup()
    const { error } = failed(await call('x'.repeat(50_000)))
    expect(error.info?.code).toBe('UNKNOWN_TOOL')
  })
})

const search = defineTool({
  name: 'search',
  description: 'Searches.',
  parameters: {
    order: { type: 'string', enum: ['relevance', 'newest', 'oldest'] },
    where: {
      type: 'object',
      additionalProperties: false,
      properties: { language: { type: 'string' }, license: { type: 'string' } },
    },
    target: {
      oneOf: [
        {
          type: 'object',
          additionalProperties: false,
          properties: { path: { type: 'string', required: true } },
        },
        {
          type: 'object',
          additionalProperties: false,
          properties: { url: { type: 'string', required: true } },
        },
      ],
    },
  },
  output: { schema: { type: 'null' }, render: () => [] },
  execute: async () => null,
})

describe('the error of wrong arguments', () => {
  verifies(['contract:O6', 'contract:A4'], 'names the nearest value of an enumeration', async () => {
    const { tools, call } = await setup()
    tools.register(search)
    const { error } = failed(await call('search', { order: 'newset' }))
    expect(error.info?.code).toBe('INVALID_ARGS')
    expect(error.message).toContain('must be one of ["relevance","newest","oldest"]')
    expect(error.message.replace('["relevance","newest","oldest"]', '')).toContain('newest')
  })

  verifies(
    ['contract:O6', 'contract:A4'],
    'names the nearest declared property of a closed object',
    async () => {
      const { tools, call } = await setup()
      tools.register(search)
      const { error } = failed(await call('search', { where: { langauge: 'en' } }))
      expect(error.message).toContain(
        '"where.langauge" is not a declared property (additionalProperties: false)',
      )
      expect(error.message).toMatch(/[^.]\blanguage\b/)
    },
  )

  verifies(
    ['contract:O6', 'contract:A4'],
    'says of each branch why it does not fit, and not without end',
    async () => {
      const { tools, call } = await setup()
      tools.register(search)
      const { error } = failed(await call('search', { target: { path: 1 } }))
      expect(error.message).toContain('must match exactly one oneOf branch (matched 0)')
      expect(error.message).toContain('"target.path" must be a string')
      expect(error.message).toContain('missing required property "target.url"')

      const branch = (index: number) => ({ type: 'string' as const, const: `value-${index}` })
      const others = Array.from({ length: 498 }, (_, index) => branch(index + 2))
      tools.register(
        defineTool({
          name: 'wide',
          description: 'Wide.',
          parameters: { value: { oneOf: [branch(0), branch(1), ...others] } },
          output: { schema: { type: 'null' }, render: () => [] },
          execute: async () => null,
        }),
      )
      const wide = failed(await call('wide', { value: 'nothing' })).error.message
      expect(wide).toContain('matched 0')
      expect(wide.length).toBeLessThan(8_000)
    },
  )
})
