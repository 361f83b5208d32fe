import { test } from 'vitest'
import { Session } from './tests/session.ts'
test('t', () => {
  for (const n of [1000, 5000, 20000, 80000]) {
    let t = performance.now()
    const s = new Session()
    for (let i = 0; i < n; i++) s.call('c'+i,'x').trace('c'+i,{}).done('c'+i)
    console.log('seq', n, Math.round(performance.now()-t))
    t = performance.now()
    const p = new Session(); p.call('p','run_code')
    for (let i = 0; i < n; i++) p.dispatch('p','c'+i,'x').dispatched('p','c'+i)
    console.log('prog', n, Math.round(performance.now()-t))
  }
})
