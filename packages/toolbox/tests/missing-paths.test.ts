import { describe, expect, test } from 'vitest'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

describe('a path whose folder is not there', () => {
  test.each([
    ['scr/deep/a.ts', 'the workspace has no folder "scr"; did you mean "src"?'],
    ['src/depe/a.ts', '"src" has no folder "depe"; did you mean "src/deep"?'],
    ['src/zzzzzzz/more/a.ts', '"src" has no folder "zzzzzzz"; look for it with the glob tool'],
  ])('%s is explained by the deepest folder that is', async (path, problem) => {
    await workspace.put({ 'src/deep/a.ts': '' })
    const { code, text } = await call('read', { path })
    expect([code, text]).toEqual(['FS_NOT_FOUND', `Error: "${path}" does not exist: ${problem}`])
  })
})

describe('a pattern that is the path of a folder', () => {
  test.each(['packages/host', './packages/host'])('%s is told so', async (pattern) => {
    await workspace.put({ 'packages/host/a.ts': '' })
    const { value, text, resultView } = await call('glob', { pattern })
    expect(value).toMatchObject({ total: 0, isFolder: true })
    const inside = `${pattern}/**`
    const hint = `it is a folder: "${inside}" lists its files`
    expect(text).toContain(hint)
    expect(resultView?.title).toContain(hint)
    expect((await call('glob', { pattern: inside })).value).toMatchObject({ paths: ['packages/host/a.ts'] })
  })

  test('may be one of the folder that is searched, or absolute', async () => {
    await workspace.put({ 'packages/host/a.ts': '' })
    const below = await call('glob', { pattern: 'host', path: 'packages' })
    const absolute = await call('glob', { pattern: workspace.at('packages/host') })
    expect([below.value, absolute.value]).toMatchObject([{ isFolder: true }, { isFolder: true }])
  })

  test('is told from one that leads nowhere', async () => {
    const { value, text } = await call('glob', { pattern: 'packages/host' })
    expect(value).not.toHaveProperty('isFolder')
    expect(text).toContain('[no files match "packages/host" in .]')
  })
})
