import { expect, test, vi } from 'vitest'
import type { About, ToolEntry } from '@millrace/web/wire'
import { folder } from './folder.ts'
import { begun, workbench } from './workbench.ts'

// So that no other sandbox takes the place of bubblewrap where that is not found.
vi.mock('@deepseek-ai/node-addon-landlock-run', () => {
  throw new Error('not installed')
})

test('where a sandbox is required and none works, the page is told so, and all else goes on', async () => {
  const bench = await workbench(['--sandbox', 'required'], { env: { PATH: folder() }, script: ['Hello.'] })
  // The second page is told the same.
  for (let page = 0; page < 2; page++) {
    expect(await bench.get<About>('/api/about')).toMatchObject({
      model: expect.any(String),
      sandboxBanner: expect.stringMatching(/a sandbox is required, and none works here.*install bubblewrap/),
    })
  }
  const tools = await bench.get<readonly ToolEntry[]>('/api/tools')
  expect(tools.map(({ name }) => name)).toContain('bash')
  const { session } = await begun(bench, 'say hello')
  expect((await session.event('turn/end')).data.reason).toBe('done')
})
