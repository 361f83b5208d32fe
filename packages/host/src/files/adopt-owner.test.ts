import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAs } from '../../tests/canary.ts'
import { adoptOwner } from './adopt-owner.ts'

// Only root can give files to others, and can be somebody else for a while.
describe.runIf(process.getuid?.() === 0)('who may not give files away', () => {
  const somebody = 54_321
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-'))
    chmodSync(folder, 0o777)
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  async function asSomebody(work: () => Promise<void>): Promise<void> {
    const groups = process.getgroups?.() ?? []
    process.setgroups?.([])
    process.setegid?.(somebody)
    process.seteuid?.(somebody)
    try {
      await work()
    } finally {
      process.seteuid?.(0)
      process.setegid?.(0)
      process.setgroups?.(groups)
    }
  }

  /** The mode that a new file of somebody gets from an old one. */
  async function adopted(user: number, group: number, mode: number): Promise<number> {
    const old = join(folder, 'old')
    writeFileSync(old, '')
    chownSync(old, user, group)
    chmodSync(old, mode)
    const made = join(folder, 'made')
    await asSomebody(async () => {
      const fd = openSync(made, 'wx', 0o600)
      await adoptOwner(fd, statSync(old, { bigint: true }))
      closeSync(fd)
    })
    expect(statSync(made)).toMatchObject({ uid: somebody, gid: somebody })
    return statSync(made).mode & 0o7777
  }

  test.each([
    ['their own file', somebody, somebody, 0o4751, 0o4751],
    ["a file of another user, without that user's rights", 1234, somebody, 0o6771, 0o771],
    ['a file of another group, which must not pass on to theirs', somebody, 4321, 0o2750, 0o700],
    ['a file of another group, as far as everybody may', somebody, 4321, 0o664, 0o644],
    ['a file of another user and group', 1234, 4321, 0o6775, 0o755],
  ])('keep the mode of %s', async (_, user, group, mode, expected) => {
    expect(await adopted(user, group, mode)).toBe(expected)
  })

  test('learn that a folder may not be written to', async () => {
    writeFileSync(join(folder, 'file'), 'old', { mode: 0o644 })
    chmodSync(folder, 0o755)
    // By path, as a process that changed its user may not look at its own descriptors.
    const root = await openAs('partial', folder)
    await asSomebody(async () => {
      const change = root.change('file', () => new Uint8Array(1))
      await expect(change).rejects.toMatchObject({
        code: 'FS_PERMISSION',
        message: '"file" may not be written: permission denied',
      })
    })
    await root.close()
  })
})
