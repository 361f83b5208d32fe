import { createScope } from '@millrace/scope'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, setup, tool } from './support/setup.ts'

describe('explain', () => {
  verifies(['contract:O6'], 'says in which layer a visible tool is registered', async () => {
    const { ctx, tools } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const parentScope = createScope(ctx, parent)
    const childScope = createScope(ctx, child, { parent })
    parentScope.ctx.tools.register(tool({ name: 'above' }))
    childScope.ctx.tools.register(tool({ name: 'own' }))
    expect(tools.explain('echo')).toMatchObject({ visible: true, layer: { kind: 'global' } })
    expect(tools.explain('echo', child)).toMatchObject({ visible: true, layer: { kind: 'global' } })
    expect(tools.explain('above', child)).toMatchObject({
      visible: true,
      layer: { kind: 'scope', key: parent },
    })
    expect(tools.explain('own', child)).toMatchObject({ visible: true, layer: { kind: 'scope', key: child } })
    childScope.ctx.tools.register(tool())
    expect(tools.explain('echo', child)).toMatchObject({
      visible: true,
      layer: { kind: 'scope', key: child },
    })
  })

  verifies(['contract:O6'], 'says which restriction hides a tool, and how', async () => {
    const { ctx, tools } = await setup()
    tools.register(tool({ name: 'other' }))
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const parentScope = createScope(ctx, parent)
    createScope(ctx, child, { parent })
    const lift = parentScope.ctx.tools.restrict({ deny: ['echo'] })
    const byParent = { kind: 'scope', key: parent }
    expect(tools.explain('echo', child)).toMatchObject({
      visible: false,
      reason: 'restricted',
      layer: { kind: 'global' },
      by: byParent,
      how: 'denied',
    })
    lift()
    expect(tools.explain('echo', child).visible).toBe(true)
    parentScope.ctx.tools.restrict({ allow: ['other'] })
    expect(tools.explain('echo', parent)).toMatchObject({ visible: false, by: byParent, how: 'not allowed' })
    expect(tools.explain('echo').visible).toBe(true)
  })

  verifies(['contract:O6'], 'names the nearest visible tools for a name that is nowhere', async () => {
    const { ctx, tools } = await setup({ name: 'read' })
    tools.register(tool({ name: 'write' }))
    const agent = agentNamed('one')
    expect(tools.explain('reed')).toMatchObject({ visible: false, reason: 'unknown', nearest: ['read'] })
    createScope(ctx, agent).ctx.tools.restrict({ deny: ['read'] })
    expect(tools.explain('reed', agent)).toMatchObject({ visible: false, reason: 'unknown', nearest: [] })
  })

  verifies(['contract:O6'], 'agrees with lookup about names that objects inherit', async () => {
    const { tools } = await setup()
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      expect(tools.get(name)).toBeUndefined()
      expect(tools.explain(name)).toMatchObject({ visible: false, reason: 'unknown' })
    }
  })
})
