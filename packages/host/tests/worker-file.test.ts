import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('..', import.meta.url))

describe('the worker', () => {
  test('fits the types of its protocol', async () => {
    const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
    await expect(run(tsc, ['-p', 'worker/tsconfig.json'], { cwd: folder })).resolves.toMatchObject({
      stdout: '',
    })
  })

  test('is in the package, where compiled files look for it', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
    const [report] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    const packed = report.files.map(({ path }) => path).filter((path) => path.startsWith('worker/'))
    expect(packed).toEqual(['worker/file-reader.js'])
  })
})
