import { snapshotJsonValue } from '../packages/schema/lib/json/snapshot.js'
import { freezeParsed } from '../packages/schema/lib/json/freeze-parsed.js'
import { row, rows } from './candidates/values.mjs'
const shapes = {
  object100: row(1),
  object10k: { rows: rows(10000) },
  object1m: { rows: rows(1e6) },
  ints: Array.from({ length: 10000 }, (_, i) => i),
}
function time(f, ms = 400) {
  const end = performance.now() + ms
  let n = 0
  while (performance.now() < end) {
    f()
    n++
  }
  const best = []
  for (let r = 0; r < 5; r++) {
    const c = process.cpuUsage()
    const m = Math.max(1, Math.ceil(n / 8))
    for (let i = 0; i < m; i++) f()
    const e = process.cpuUsage(c)
    best.push((e.user + e.system) / m)
  }
  return best.sort((a, b) => a - b)[2].toPrecision(3)
}
for (const [k, v] of Object.entries(shapes)) {
  const text = JSON.stringify(v)
  console.log(
    k,
    'snap',
    time(() => snapshotJsonValue(v)),
    'rt',
    time(() => JSON.parse(JSON.stringify(v))),
    'clone',
    time(() => structuredClone(v)),
    'parse',
    time(() => JSON.parse(text)),
    'parse+freeze',
    time(() => freezeParsed(JSON.parse(text))),
  )
}
