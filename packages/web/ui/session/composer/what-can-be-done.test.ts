import { describe, expect, it } from 'vitest'
import { whatCanBeDone, type Situation } from './what-can-be-done.ts'

const atRest: Situation = {
  phase: 'whole',
  activity: { at: 'here', status: 'idle' },
  about: { model: 'scripted/demo' },
  isProgramOpen: false,
}

describe('whatCanBeDone', () => {
  it('begins a turn with words for an agent at rest', () => {
    expect(whatCanBeDone(atRest)).toStrictEqual({ words: 'start', canInterrupt: false, canGoOn: false })
  })

  it('steers and interrupts an agent that runs', () => {
    const running: Situation = { ...atRest, activity: { at: 'here', status: 'running' } }
    expect(whatCanBeDone(running)).toStrictEqual({ words: 'steer', canInterrupt: true, canGoOn: false })
  })

  it('goes on with a turn that was interrupted here', () => {
    const interrupted: Situation = { ...atRest, activity: { at: 'here', status: 'idle', interrupted: true } }
    expect(whatCanBeDone(interrupted)).toMatchObject({ words: 'start', canGoOn: true })
  })

  it('goes on with a program that was cut off with its process', () => {
    const cutOff: Situation = { ...atRest, activity: { at: 'nowhere', canGoOn: true }, isProgramOpen: true }
    expect(whatCanBeDone(cutOff).canGoOn).toBe(true)
    expect(whatCanBeDone({ ...cutOff, isProgramOpen: false }).canGoOn).toBe(false)
    expect(whatCanBeDone({ ...cutOff, phase: 'tail' }).canGoOn).toBe(false)
  })

  it('only watches what belongs to another process or another folder', () => {
    expect(whatCanBeDone({ ...atRest, activity: { at: 'elsewhere' } }).words).toBe('elsewhere')
    const foreign: Situation = { ...atRest, activity: { at: 'nowhere', canGoOn: false }, isProgramOpen: true }
    expect(whatCanBeDone(foreign)).toStrictEqual({
      words: 'other folder',
      canInterrupt: false,
      canGoOn: false,
    })
  })

  it('says that there is no model before a session is taken up again', () => {
    const past: Situation = { ...atRest, activity: { at: 'nowhere', canGoOn: true }, about: {} }
    expect(whatCanBeDone(past).words).toBe('no model')
    expect(whatCanBeDone({ ...atRest, about: {} }).words).toBe('start')
  })

  it('can do nothing with a log that is not there', () => {
    expect(whatCanBeDone({ ...atRest, activity: undefined }).words).toBe('opening')
    expect(whatCanBeDone({ ...atRest, phase: 'gone' }).words).toBe('gone')
  })
})
