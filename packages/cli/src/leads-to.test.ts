import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../tests/folder.ts'
import { leadsTo } from './leads-to.ts'

test('a path leads through all of its links, also where its end is not there yet', () => {
  const root = folder({ 'a/file': '' })
  symlinkSync('a', join(root, 'link'))
  symlinkSync(join(root, 'link', 'new'), join(root, 'dangling'))
  symlinkSync('loop', join(root, 'loop'))
  mkdirSync(join(root, 'b'))
  const lead = (path: string): string | undefined => leadsTo(join(root, path))
  expect(lead('a/file')).toBe(join(root, 'a/file'))
  expect(lead('link/file')).toBe(join(root, 'a/file'))
  expect(lead('link/none/deeper')).toBe(join(root, 'a/none/deeper'))
  expect(lead('dangling')).toBe(join(root, 'a/new'))
  expect(lead('dangling/x')).toBe(join(root, 'a/new/x'))
  expect(lead('b/none')).toBe(join(root, 'b/none'))
  expect(lead('loop')).toBeUndefined()
})
