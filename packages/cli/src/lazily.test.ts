import { describe, expect, test, vi } from 'vitest'
import { lazily } from './lazily.ts'

describe('lazily', () => {
  test('makes it when it is first needed, and once', async () => {
    const make = vi.fn(() => ({}))
    const lazy = lazily(make)
    expect(make).not.toHaveBeenCalled()
    expect(lazy.get()).toBe(lazy.get())
    expect(make).toHaveBeenCalledOnce()
  })

  test('ends what was made, also what is still being made', async () => {
    const end = vi.fn(() => Promise.resolve())
    const lazy = lazily(async () => 'made')
    void lazy.get()
    await lazy.close(end)
    expect(end).toHaveBeenCalledExactlyOnceWith('made')
  })

  test('ends nothing that was never made, or could not be', async () => {
    const end = vi.fn(() => Promise.resolve())
    await lazily(() => 'made').close(end)
    const failing = lazily(() => Promise.reject(new Error('no disk')))
    await expect(failing.get()).rejects.toThrow('no disk')
    await failing.close(end)
    expect(end).not.toHaveBeenCalled()
  })

  test('says so where ending fails', async () => {
    const lazy = lazily(() => 'made')
    lazy.get()
    await expect(lazy.close(() => Promise.reject(new Error('stuck')))).rejects.toThrow('stuck')
  })
})
