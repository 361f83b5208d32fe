import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Quota } from './quota.ts'
import { SpillFile } from './spill-file.ts'

test.runIf(existsSync('/dev/full'))('a full disk is counted and said, and gives the quota back', async () => {
  const quota = new Quota(100)
  const file = new SpillFile('/dev/full', openSync('/dev/full', 'w'), [quota])
  await file.write(new Uint8Array(30))
  await file.write(new Uint8Array(5))
  await file.close()
  expect(file).toMatchObject({ written: 0, dropped: 35, failure: { code: 'SPILL_FAILED' } })
  expect(quota.take(1000)).toBe(100)
})
