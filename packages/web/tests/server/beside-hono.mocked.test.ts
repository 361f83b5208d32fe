import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'

test('streams stay open in a program whose own server has replaced the global Response', async () => {
  getRequestListener(() => new Response('its own'), { overrideGlobalObjects: true })
  const [{ fakeHost }, { serve }, { EventReader }] = await Promise.all([
    import('../support/fake-host.ts'),
    import('../support/served.ts'),
    import('../support/event-reader.ts'),
  ])
  const host = await fakeHost()
  const server = await serve(host)
  const desk = await EventReader.open(server.port, '/api/desk')
  await desk.until(() => desk.all('waiting').length === 1)
  host.desk.ask({ tool: 'bash', arguments: { command: 'ls' } })
  await desk.until(() => desk.all('waiting').length === 2)
  expect((await server.ask('/api/nothing')).status).toBe(404)
})
